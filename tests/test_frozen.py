"""The comparison with the frozen package: what differs is told, what a rule allows is passed over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tools.frozen import TOLERANCE, Allowed, Rules, differences, read_allowed

OLD: dict[str, Any] = {"study": {"json": {"models": [{"value": 2.5}]}, "text": "Use a. It is ahead.", "n": 3}}


def told(new: Any, *allowed: Allowed, old: Any = OLD) -> list[str]:
    return [one.where for one in differences(old, new, Rules(allowed))]


def changed(**parts: Any) -> Any:
    return {"study": {**OLD["study"], **parts}}


def test_the_same_is_the_same() -> None:
    assert told(changed()) == []


@pytest.mark.parametrize(
    ("parts", "where"),
    [
        ({"json": {"models": [{"value": -2.5}]}}, "study/json/models/0/value"),
        ({"json": {"models": [{"value": 2.5 * (1 + 3 * TOLERANCE)}]}}, "study/json/models/0/value"),
        ({"json": {"models": [{"value": None}]}}, "study/json/models/0/value"),
        ({"json": {"models": [{"value": 2.5}, {"value": 1.0}]}}, "study/json/models"),
        ({"text": "Use a. It is behind."}, "study/text"),
        ({"n": True}, "study/n"),
        ({"more": 1}, "study/more"),
    ],
)
def test_what_differs_is_told_with_its_place(parts: Any, where: str) -> None:
    assert told(changed(**parts)) == [where]


def test_the_last_digit_of_a_number_is_passed_over() -> None:
    assert told(changed(json={"models": [{"value": 2.5 * (1 + TOLERANCE / 4)}]})) == []


def test_a_key_may_be_added_or_gone_where_a_rule_says_so() -> None:
    added = Allowed("*/more", "added", "because")
    assert told(changed(more=1), added) == []
    assert told(changed(other=1), added) == ["study/other"]
    gone = Allowed("*/text", "gone", "because")
    less = {"study": {key: value for key, value in OLD["study"].items() if key != "text"}}
    assert told(less) == ["study/text"]
    assert told(less, gone) == []


def test_a_text_must_become_what_the_rule_says() -> None:
    ahead = Allowed("*/text", "becomes", "because", r"It is (\w+)\.", r"It is far \1.")
    assert told(changed(text="Use a. It is far ahead."), ahead) == []
    assert told(changed(text="Use b. It is far ahead."), ahead) == ["study/text"]


def test_a_whole_number_must_become_what_the_rule_says() -> None:
    fewer = Allowed("*/n", "becomes", "because", "^3$", "2")
    assert told(changed(n=2), fewer) == []
    assert told(changed(n=1), fewer) == ["study/n"]
    assert told(changed(n=2.0), fewer) == ["study/n"]


def test_names_may_be_others() -> None:
    renamed = Allowed("*/text", "renamed", "because", names=(("is", "was"), ("ahead", "behind")))
    assert renamed.renamed("It is ahead; this is his.") == "It was behind; this was his."
    assert told(changed(text="Use a. It was behind."), renamed) == []
    assert told(changed(text="Use a. It is behind."), renamed) == ["study/text"]


def test_lines_may_be_new_where_they_match() -> None:
    counted = Allowed("*/text", "lines", "because", new=r" \d+ are cases\.")
    assert told(changed(text="Use a. 12 are cases. It is ahead."), counted) == []
    assert told(changed(text="Use a. Some are cases. It is ahead."), counted) == ["study/text"]


def test_a_reworded_text_may_break_its_lines_elsewhere_and_no_other_may() -> None:
    reworded = Allowed("*/text", "reworded", "because", "It is ahead", "It leads")
    assert told(changed(text="Use a.\nIt leads."), reworded) == []
    assert told(changed(text="Use\na. It leads"), reworded) == ["study/text"]
    assert told(changed(text="Use\na. It is ahead."), reworded) == ["study/text"]
    wrapped = {"study": {**OLD["study"], "text": "Use a. It\n  is ahead."}}
    assert told(changed(text="Use a. It leads."), reworded, old=wrapped) == []


def test_options_may_come_in_another_order_and_none_may_be_lost() -> None:
    reordered = Allowed("*/text", "reordered", "because")
    before = {"study": {**OLD["study"], "text": "Usage: --a one. --b two. --c"}}
    assert told(changed(text="Usage: --c --a one. --b two."), reordered, old=before) == []
    assert told(changed(text="Usage: --c --a one."), reordered, old=before) == ["study/text"]


def test_what_did_not_occur_is_counted_as_such() -> None:
    rules = Rules([Allowed("*/more", "added", "because"), Allowed("*/text", "gone", "because")])
    assert list(differences(OLD, changed(more=1), rules)) == []
    assert [rules.used[rule] for rule in rules.allowed] == [1, 0]


def test_what_may_differ_has_a_reason(tmp_path: Path) -> None:
    for rule in read_allowed().allowed:
        assert rule.change in {"added", "gone", "becomes", "renamed", "reworded", "lines", "reordered"}
        assert rule.reason
    (tmp_path / "allowed-9.toml").write_text(
        '[[allowed]]\nwhere = "*/text"\nchange = "gone"\nreason = "so"\n', encoding="utf-8"
    )
    assert read_allowed(tmp_path).allowed == [Allowed("*/text", "gone", "so")]
