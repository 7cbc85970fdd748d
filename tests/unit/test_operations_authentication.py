"""PINs, one-time codes, lock-outs, proofs and sign-ins."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from threading import Thread

import pytest

from countroom.domain.people import Role
from countroom.errors import AccessError, EntryError, NotFoundError
from countroom.operations import attendance, authentication, counting, house, secrecy, sign_ins
from countroom.operations.acts import PROOF_SECONDS, Proof
from countroom.stores import desk, journal
from tests import builders
from tests.builders import COUNT, Scene, a_pin
from tests.plumbing.houses import a_person

DEALER = Role.DEALER


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    made = builders.a_database(tmp_path)
    yield made
    made.database.close()


def _prove(scene: Scene, pin: str, badge: str = "101", device: str = "pad") -> Proof:
    duty = scene.house.person(badge).roles[0]
    return authentication.prove(scene.database, scene.tick(), badge, pin, duty, device)


def _fail(scene: Scene, times: int, badge: str = "101", device: str = "pad") -> None:
    for _ in range(times):
        with pytest.raises(AccessError, match="wrong"):
            _prove(scene, "9999", badge, device)


def _code(scene: Scene, person: str, first: str = "221", second: str = "222") -> str:
    code, hashed = authentication.prepare_code(secrecy.CHEAP)
    proof = scene.proof(second)
    scene.do(authentication.issue_code, first, person=person, hashed=hashed, second=proof)
    return code


def _enrol(scene: Scene, badge: str, code: str, pin: str) -> None:
    authentication.enrol(
        scene.database, scene.tick(), badge, code, pin, device="pad", cost=secrecy.CHEAP
    )


# ------------------------------------------------------------------------------------- PINs


@pytest.mark.parametrize(
    "pin",
    [
        "",
        "123",
        "123456789",
        "12a4",
        "+123",
        "\uff11\uff12\uff13\uff14",
        "٣٤٥٦",
        "1111",
        "1234",
        "4321",
        "8901",
        "7171",
        "151",
        "1510",
        "9151",
    ],
)
def test_a_weak_pin_is_refused(pin: str) -> None:
    with pytest.raises(EntryError) as refusal:
        secrecy.check_pin(pin, "151" if "151" in pin else "4711")
    assert list(refusal.value.fields) == ["pin"]


@pytest.mark.parametrize("pin", ["2580", "13579", "90210777"])
def test_a_good_pin_is_taken(pin: str) -> None:
    secrecy.check_pin(pin, "151")
    assert secrecy.matches(secrecy.hash_secret(pin, secrecy.CHEAP), pin)


def test_the_badge_is_no_pin() -> None:
    with pytest.raises(EntryError, match="badge"):
        secrecy.check_pin("4711", "4711")


def test_the_cost_of_a_hash_is_a_setting() -> None:
    dear = secrecy.hash_secret("2580", secrecy.Cost(passes=2, memory_kib=64, lanes=1))
    assert "m=64,t=2,p=1" in dear
    assert secrecy.matches(dear, "2580")


def test_a_code_reads_as_it_is_spoken() -> None:
    code = secrecy.new_code()
    assert secrecy.matches(secrecy.hash_secret(code, secrecy.CHEAP), code.lower().replace("-", " "))
    assert not secrecy.matches("", code)


# ---------------------------------------------------------------------------- proof at an act


def test_a_good_pin_makes_a_proof_that_one_act_uses_up(scene: Scene) -> None:
    scene.now = builders.DROP
    scene.do(counting.open_count, "161", gaming_date=builders.DAY)
    proof = scene.proof("151")
    assert proof.kind == "pin"
    scene.do(attendance.sign_on, "161", count=COUNT, proof=proof)
    scene.do(attendance.leave, "161", count=COUNT, proof=scene.proof("151"))
    with pytest.raises(AccessError, match="already used"):
        scene.do(attendance.sign_on, "161", count=COUNT, proof=proof)


def test_a_proof_grows_old(scene: Scene) -> None:
    scene.now = builders.DROP
    scene.do(counting.open_count, "161", gaming_date=builders.DAY)
    proof = scene.proof("151")
    scene.tick(seconds=PROOF_SECONDS + 1)
    with pytest.raises(AccessError, match="too much time"):
        scene.do(attendance.sign_on, "161", count=COUNT, proof=proof)


def test_nobody_is_proved_with_another_pin_badge_or_duty(scene: Scene) -> None:
    _fail(scene, 1)
    with pytest.raises(AccessError, match="wrong"):
        authentication.prove(scene.database, scene.tick(), "999", a_pin("101"), DEALER)
    with pytest.raises(AccessError, match="not registered as"):
        authentication.prove(scene.database, scene.tick(), "101", a_pin("101"), Role.CCR)


def test_five_failures_close_the_device_to_that_person_for_five_minutes(scene: Scene) -> None:
    _fail(scene, 5)
    with pytest.raises(AccessError, match="Too many wrong tries"):
        _prove(scene, a_pin("101"))
    assert _prove(scene, a_pin("101"), device="other").person.code == "101"
    assert _prove(scene, a_pin("102"), badge="102").person.code == "102"
    scene.tick(minutes=4, seconds=50)
    with pytest.raises(AccessError, match="try again after"):
        _prove(scene, a_pin("101"))
    scene.tick(seconds=20)
    assert _prove(scene, a_pin("101")).person.code == "101"
    with scene.database.read() as tx:
        (entry,) = journal.entries(tx, act="locked out")
    assert entry.person == "101"


def test_a_good_pin_wipes_the_failures_before_it(scene: Scene) -> None:
    _fail(scene, 4)
    _prove(scene, a_pin("101"))
    _fail(scene, 4)
    assert _prove(scene, a_pin("101")).person.code == "101"


def test_failures_of_long_ago_are_forgotten(scene: Scene) -> None:
    _fail(scene, 4)
    scene.tick(hours=2)
    _fail(scene, 1)
    assert _prove(scene, a_pin("101")).person.code == "101"


def test_a_badge_that_nobody_has_is_locked_too_and_needs_no_entry(scene: Scene) -> None:
    for _ in range(5):
        with pytest.raises(AccessError, match="wrong"):
            authentication.prove(scene.database, scene.tick(), "999", "2580", DEALER)
    with pytest.raises(AccessError, match="Too many"):
        authentication.prove(scene.database, scene.tick(), "999", "2580", DEALER)
    with scene.database.read() as tx:
        assert not journal.entries(tx, act="locked out")


def test_many_tries_at_once_are_five_tries(scene: Scene) -> None:
    now, said = scene.tick(), []

    def attempt() -> None:
        try:
            authentication.prove(scene.database, now, "101", "9999", DEALER, "pad")
        except AccessError as refusal:
            said.append(refusal.message)

    threads = [Thread(target=attempt) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum("wrong." in message for message in said) == 5
    assert len(said) == 12


def test_who_holds_a_badge_says_his_duties(scene: Scene) -> None:
    assert authentication.duties_of(scene.database, scene.now, "102") == (
        Role.DEALER,
        Role.BOXPERSON,
    )
    assert authentication.duties_of(scene.database, scene.now, "999") == ()


def test_signatures_keyed_in_from_paper_are_marked_wet(scene: Scene) -> None:
    (proof,) = authentication.wet_proofs(scene.database, scene.tick(), {"151": Role.COUNT_TEAM})
    assert (proof.kind, proof.person.code) == ("wet", "151")
    with pytest.raises(EntryError, match="999"):
        authentication.wet_proofs(scene.database, scene.tick(), {"999": Role.COUNT_TEAM})
    with pytest.raises(EntryError, match="not registered"):
        authentication.wet_proofs(scene.database, scene.tick(), {"151": Role.CCR})


# ------------------------------------------------------------------------------- new codes


def test_a_reset_takes_two_others_and_the_old_pin_is_gone(scene: Scene) -> None:
    code = _code(scene, "101")
    with pytest.raises(AccessError):
        _prove(scene, a_pin("101"))
    _enrol(scene, "101", code.lower(), "2580")
    assert _prove(scene, "2580").person.code == "101"
    with pytest.raises(AccessError, match="used already"):
        _enrol(scene, "101", code, "9021")


def test_nobody_resets_alone_or_for_himself(scene: Scene) -> None:
    with pytest.raises(AccessError, match="two people"):
        _code(scene, "101", first="221", second="221")
    with pytest.raises(AccessError, match="two people"):
        _code(scene, "221", first="221", second="222")
    with pytest.raises(AccessError, match="two people"):
        _code(scene, "222", first="221", second="222")
    with pytest.raises(AccessError, match="not open"):
        _code(scene, "101", first="161", second="222")
    with pytest.raises(NotFoundError):
        _code(scene, "999")


def test_for_a_representative_another_representative_stands_by(scene: Scene) -> None:
    for first in ("221", "182"):
        with pytest.raises(AccessError, match="another representative"):
            _code(scene, "181", first=first)
    code = _code(scene, "181", second="182")
    _enrol(scene, "181", code, "2580")
    assert _prove(scene, "2580", badge="181").person.code == "181"
    with pytest.raises(AccessError, match="not open"):
        _code(scene, "101", first="182", second="222")


def test_a_code_lasts_a_week_and_a_wrong_one_counts_as_a_failure(scene: Scene) -> None:
    code = _code(scene, "101")
    for _ in range(5):
        with pytest.raises(AccessError, match="code is wrong"):
            _enrol(scene, "101", "AAAA-AAAA-AAAA", "2580")
    with pytest.raises(AccessError, match="Too many"):
        _enrol(scene, "101", code, "2580")
    scene.tick(days=8)
    with pytest.raises(AccessError, match="code is wrong"):
        _enrol(scene, "101", code, "2580")
    with pytest.raises(AccessError, match="code is wrong"):
        _enrol(scene, "999", code, "2580")


def test_a_code_replaced_while_it_is_checked_is_no_good(scene: Scene) -> None:
    _code(scene, "101")
    with scene.database.read() as tx:
        old = desk.secret(tx, "101", "code")
    _code(scene, "101")
    assert old is not None
    with pytest.raises(AccessError, match="code is wrong"):
        scene.do(authentication._set_pin, "101", hashed="x", code=old)


def test_a_pin_replaced_while_it_is_checked_proves_nothing(scene: Scene) -> None:
    with scene.database.read() as tx:
        old = desk.secret(tx, "101", "pin")
    _enrol(scene, "101", _code(scene, "101"), "2580")
    attempt = authentication._Try("101", "pad", "pin", old)
    assert not authentication._write_down(scene.database, scene.tick(), attempt, "nonce")
    with scene.database.write() as tx:
        assert desk.use_proof(tx, "nonce", scene.now) is None


# -------------------------------------------------------------------------------- sign-ins


def _sign_in(scene: Scene, badge: str, duty: Role | None = None) -> str:
    proof = scene.proof(badge, duty)
    return sign_ins.sign_in(scene.database, scene.tick(), proof, device="tablet-7")


def test_a_sign_in_is_found_by_its_token_alone(scene: Scene) -> None:
    token = _sign_in(scene, "101")
    found = sign_ins.resume(scene.database, scene.tick(), token)
    assert found is not None
    assert not found.locked
    assert (found.who.person.code, found.who.duty, found.who.device) == ("101", DEALER, "tablet-7")
    assert sign_ins.resume(scene.database, scene.tick(), token + "x") is None
    with scene.database.read() as tx:
        assert desk.sign_in(tx, token) is None
        assert desk.sign_in(tx, secrecy.token_digest(token)) is not None


def test_an_untouched_screen_locks_after_five_minutes(scene: Scene) -> None:
    token = _sign_in(scene, "101")
    for _ in range(4):
        scene.tick(minutes=4)
        found = sign_ins.resume(scene.database, scene.now, token)
        assert found is not None
        assert not found.locked
    scene.tick(minutes=5)
    found = sign_ins.resume(scene.database, scene.now, token)
    assert found is not None
    assert found.locked
    with pytest.raises(AccessError, match="has ended"):
        sign_ins.unlock(scene.database, scene.tick(), token, scene.proof("102"))
    sign_ins.unlock(scene.database, scene.tick(), token, scene.proof("101"))
    found = sign_ins.resume(scene.database, scene.tick(), token)
    assert found is not None
    assert not found.locked


def test_in_the_count_room_it_takes_twenty_and_never_with_a_box_open(tmp_path: Path) -> None:
    scene = builders.a_count(tmp_path)
    team, other = _sign_in(scene, "151"), _sign_in(scene, "152")
    builders.a_shown_box(scene, "11")
    scene.tick(minutes=19)
    for token in (team, other):
        found = sign_ins.resume(scene.database, scene.now, token)
        assert found is not None
        assert not found.locked
    scene.tick(minutes=20)
    with_box = sign_ins.resume(scene.database, scene.now, team)
    without = sign_ins.resume(scene.database, scene.now, other)
    assert with_box is not None
    assert without is not None
    assert (with_box.locked, without.locked) == (False, True)


def test_nothing_lasts_past_twelve_hours(scene: Scene) -> None:
    token, found = _sign_in(scene, "101"), None
    for _ in range(12 * 15):
        scene.tick(minutes=4)
        found = sign_ins.resume(scene.database, scene.now, token)
    assert found is None
    short = sign_ins.Limits(idle=timedelta(seconds=1))
    token = _sign_in(scene, "101")
    found = sign_ins.resume(scene.database, scene.tick(seconds=2), token, limits=short)
    assert found is not None
    assert found.locked


def test_put_down_by_hand_it_locks_at_once(scene: Scene) -> None:
    token = _sign_in(scene, "101")
    sign_ins.lock(scene.database, token)
    found = sign_ins.resume(scene.database, scene.tick(), token)
    assert found is not None
    assert found.locked


def test_signed_out_is_out(scene: Scene) -> None:
    token = _sign_in(scene, "101")
    sign_ins.end(scene.database, scene.tick(), token)
    sign_ins.end(scene.database, scene.tick(), "unknown")
    sign_ins.lock(scene.database, token)
    sign_ins._touch(scene.database, scene.tick(), secrecy.token_digest(token))
    assert sign_ins.resume(scene.database, scene.tick(), token) is None
    with pytest.raises(AccessError, match="has ended"):
        sign_ins.unlock(scene.database, scene.tick(), token, scene.proof("101"))


def test_an_administrator_ends_every_sign_in_of_a_person(scene: Scene) -> None:
    tokens = [_sign_in(scene, "101"), _sign_in(scene, "101")]
    with pytest.raises(AccessError, match="not open"):
        scene.do(sign_ins.revoke, "161", person="101")
    done = scene.do(sign_ins.revoke, "221", person="101")
    assert "(2)" in done.says
    assert not any(sign_ins.resume(scene.database, scene.tick(), token) for token in tokens)


def test_a_reset_signs_out_everywhere(scene: Scene) -> None:
    token = _sign_in(scene, "101")
    _code(scene, "101")
    assert sign_ins.resume(scene.database, scene.tick(), token) is None


def test_who_lost_his_duty_is_not_signed_in(scene: Scene) -> None:
    token = _sign_in(scene, "102", Role.BOXPERSON)
    people = tuple(
        a_person("102", DEALER) if person.code == "102" else person
        for person in scene.house.people
        if person.code != "101"
    )
    other = builders.a_house(people=people)
    gone = _sign_in(scene, "101")
    house.load(
        scene.database,
        other,
        effective=builders.DAY,
        who=scene.who("221"),
        second=scene.proof("121"),
        now=scene.tick(),
        cost=secrecy.CHEAP,
    )
    assert sign_ins.resume(scene.database, scene.tick(), token) is None
    assert sign_ins.resume(scene.database, scene.tick(), gone) is None
