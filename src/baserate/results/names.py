"""What the outcome and the action are called in sentences, and what the study is called.

Both are plural nouns: deaths and transfers, strokes and biopsies. Sentences also need the singular, which
is guessed ("deaths", "death"; "biopsies", "biopsy") or given before a slash: "diagnosis/diagnoses".
"""

from __future__ import annotations

from dataclasses import dataclass

from baserate.errors import SettingError

# Longer than this, a name breaks every sentence that it stands in; a title fills one line.
_LONGEST_NAME, _LONGEST_TITLE = 60, 120
# Endings of plurals whose singular does more than drop an "s".
_ENDINGS = {"ies": "y", "sses": "ss", "xes": "x", "ches": "ch", "shes": "sh"}


@dataclass(frozen=True)
class Names:
    """The words of a study.

    ``outcome`` and ``action`` are plural, ``one_outcome`` and ``one_action`` singular; ``title`` is None
    where none is given.

    >>> Names.of("deaths", "transfers")
    Names(outcome='deaths', one_outcome='death', action='transfers', one_action='transfer', title=None)
    """

    outcome: str = "cases"
    one_outcome: str = "case"
    action: str = "treatments"
    one_action: str = "treatment"
    title: str | None = None

    @classmethod
    def of(cls, outcome: object = None, action: object = None, title: object = None) -> Names:
        """From the arguments ``outcome_name``, ``action_name`` and ``title``; None for the defaults."""
        one_outcome, outcomes = _noun(outcome, "outcome_name", ("case", "cases"))
        one_action, actions = _noun(action, "action_name", ("treatment", "treatments"))
        shown = None if title is None else _text(title, "title", _LONGEST_TITLE)
        return cls(outcomes, one_outcome, actions, one_action, shown)

    @property
    def words(self) -> dict[str, str]:
        """What templates call ``{outcome}``, ``{one_outcome}``, ``{action}`` and ``{one_action}``."""
        return {
            "outcome": self.outcome,
            "one_outcome": self.one_outcome,
            "action": self.action,
            "one_action": self.one_action,
        }

    def to_dict(self) -> dict[str, str | None]:
        """As plain data."""
        return {**self.words, "title": self.title}

    @property
    def stated(self) -> dict[str, str | None]:
        """As :func:`baserate.evaluate` can be given them again; None for what is the default."""
        default = Names()
        outcome = None if self.outcome == default.outcome else _stated(self.one_outcome, self.outcome)
        action = None if self.action == default.action else _stated(self.one_action, self.action)
        return {"outcome_name": outcome, "action_name": action, "title": self.title}


def singular(plural: str) -> str:
    """The singular of an English plural, as far as its ending tells.

    >>> [singular(word) for word in ("deaths", "biopsies", "illnesses", "cases", "sepsis")]
    ['death', 'biopsy', 'illness', 'case', 'sepsis']
    """
    for ending, one in _ENDINGS.items():
        if plural.endswith(ending) and len(plural) > len(ending) + 1:
            return plural.removesuffix(ending) + one
    no_plural = plural.endswith(("ss", "is", "us"))
    return plural if no_plural or len(plural) < 3 else plural.removesuffix("s")


def _noun(value: object, name: str, default: tuple[str, str]) -> tuple[str, str]:
    """Singular and plural."""
    if value is None:
        return default
    text = _text(value, name, _LONGEST_NAME)
    one, slash, many = (part.strip() for part in text.partition("/"))
    if slash and (not one or not many or "/" in many):
        raise SettingError(
            f"\0{name}=\0 is a plural noun, such as 'deaths', or both forms with one slash, 'death/deaths'; "
            f"found {value!r}."
        )
    return (one, many) if slash else (singular(text), text)


def _text(value: object, name: str, longest: int) -> str:
    """One line of text that can stand in a sentence."""
    if not isinstance(value, str):
        raise SettingError(f"\0{name}=\0 must be text; found {value!r}.")
    text = value.strip()
    if not text:
        raise SettingError(f"\0{name}=\0 is empty; leave it out, or say what it is.")
    if len(text) > longest:
        raise SettingError(f"\0{name}=\0 must have at most {longest} characters; found {len(text)}.")
    if not text.isprintable():
        raise SettingError(f"\0{name}=\0 must be one line without control characters; found {text!a}.")
    return text


def _stated(one: str, many: str) -> str:
    return many if singular(many) == one else f"{one}/{many}"
