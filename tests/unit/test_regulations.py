import re

from countroom import regulations
from countroom.regulations import RULES, Rule

NUMBERS = [
    *range(1, 26),
    *range(30, 47),
    *range(50, 72),
    *range(99, 105),
    *range(110, 113),
    *range(113, 117),
]


def test_every_rule_of_this_part_of_the_house_is_there() -> None:
    expected = {f"V-{number:02d}" for number in NUMBERS} | {"V-69A"}
    assert expected <= set(RULES)


def test_a_rule_is_called_by_its_number() -> None:
    constants = {name: rule for name, rule in vars(regulations).items() if isinstance(rule, Rule)}
    assert len(constants) == len(RULES)
    for name, rule in constants.items():
        if re.match(r"(V|SOD)_", name):
            assert rule.number == name.replace("_", "-")


def test_a_rule_says_one_sentence_and_where_it_stands() -> None:
    for rule in RULES.values():
        assert re.fullmatch(r"[A-Z][^\n]+\.", rule.says), rule
        assert len(rule.says) <= 100, rule
        assert rule.section, rule
        assert rule.severity in {"block", "warn", "record"}, rule
    says = [rule.says for rule in RULES.values()]
    assert len(set(says)) == len(says)


def test_a_refusal_cites_the_number_and_the_section() -> None:
    assert regulations.V_34.citation == "V-34, 465a.25(a)(3)(i)"
