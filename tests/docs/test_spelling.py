"""British words in what people read; slips of spelling are looked for by codespell (make lint)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.markdown import PAGES, name_of, prose

# American spellings of words that these pages use, or might.
AMERICAN = re.compile(
    r"\b("
    r"(?:behavi|col|fav|flav|harb|hon|hum|lab|neighb|rum|tum|vap)or(?:s|ed|ing|able|hood|less)?"
    r"|(?:ana|cata|para)lyz(?:e[sd]?|ing)|[a-z]{3,}iz(?:e[sd]?|ing|ations?)"
    r"|cent(?:er|ers|ered)|fibers?|liters?|(?:kilo|centi|milli)?meters?"
    r"|(?:mode|labe|cance|trave|signa)l(?:ed|ing)|judgment|gray(?:s|ed)?"
    r"|anemi[ac]|ischemi[ac]|leukemia|pediatric"
    r")\b",
    re.IGNORECASE,
)
# Words that end alike in Britain too; and the title of SUPPORT, "... Hospitalized Adults".
ALLOWED = {"capsize", "prize", "prizes", "seize", "hospitalized"}


def american(text: str) -> list[str]:
    """Words that a British reader would write otherwise, outside code and addresses."""
    plain = re.sub(r"`[^`]*`|https?://\S+|\]\([^)]*\)|<[^>]*>|^::: .*$", " ", text, flags=re.MULTILINE)
    return [word for word in (m[0] for m in AMERICAN.finditer(plain)) if word.lower() not in ALLOWED]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_words_are_british(page: Path) -> None:
    assert american(prose(page)) == []


@pytest.mark.parametrize("word", ["color", "behavior", "analyze", "randomized", "center", "modeling", "gray"])
def test_an_american_word_is_noticed(word: str) -> None:
    assert american(f"the {word} of it") == [word]
    assert american(f"`{word}` in code") == []


@pytest.mark.parametrize("word", ["colour", "size", "randomised", "centre", "exercise", "modelling", "prize"])
def test_a_british_word_is_not(word: str) -> None:
    assert american(f"the {word} of it") == []
