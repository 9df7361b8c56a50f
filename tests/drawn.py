"""Units of force files, drawn at random from a game's vocabulary: plain values as a file holds them."""

from __future__ import annotations

from hypothesis import strategies as st
from kr16.game import Game

from tests.hostile import STRINGS

NAMES = st.one_of(st.sampled_from(["Alpha Squad", "Old Faithful", "Ærø ≥ ★", *STRINGS]).map(lambda name: name[:120]), st.text(min_size=1, max_size=40))
DISTANCES = st.one_of(st.sampled_from([0, 8, 15, 24, 75, 499, 500]), st.integers(0, 500))


def right(game: Game) -> st.SearchStrategy[dict]:
    """Infantry and vehicles, catalogue and own, with own weapons, odd mixes and hostile names; all within the rules."""
    rules = game.rules
    grades = list(rules.grades)
    abilities = {kind: [id for id, ability in rules.abilities.items() if ability.kind == kind] for kind in ("weapon", "figure", "vehicle")}
    own_weapon = st.fixed_dictionaries(
        {"name": NAMES, "range_cm": DISTANCES, "category": st.sampled_from(["small-arm", "vehicle-weapon"])},
        optional={"dv": st.one_of(st.none(), st.integers(1, 20)), "abilities": some(abilities["weapon"])},
    )
    weapon = st.one_of(st.sampled_from(list(rules.weapons)), st.sampled_from(list(rules.weapons)), own_weapon)

    @st.composite
    def squads(draw):
        grade = draw(st.sampled_from(grades))
        figures = draw(st.one_of(st.integers(1, 8), st.integers(1, 99)))
        carried = st.fixed_dictionaries({"weapon": weapon}, optional={"count": st.integers(1, figures)})
        unit = {"name": draw(NAMES), "grade": grade, "save": draw(st.sampled_from([int(save) for save in rules.infantry_saves])), "figures": figures}
        above = grades[grades.index(grade) :][: rules.turn.commander_grades_above + 1]
        unit |= draw(st.fixed_dictionaries({}, optional={"commander": st.sampled_from(above), "weapons": st.lists(carried, max_size=4), "abilities": some(abilities["figure"]), "note": NAMES}))
        return unit

    mount = st.fixed_dictionaries({"weapon": weapon}, optional={"count": st.integers(1, 9), "name": NAMES, "abilities": some(abilities["weapon"])})
    speeds = st.one_of(
        st.fixed_dictionaries({"full_speed_cm": DISTANCES}),
        st.fixed_dictionaries({"combat_speed_cm": DISTANCES}),
        st.tuples(DISTANCES, DISTANCES).map(lambda two: {"full_speed_cm": max(two), "combat_speed_cm": min(two)}),
    )
    own = st.builds(
        lambda speed, rest: {**rest, **speed},
        speeds,
        st.fixed_dictionaries(
            {"kind": st.sampled_from(list(rules.vehicle_kinds)), "save": st.sampled_from([int(save) for save in rules.vehicle_saves])},
            optional={"chart": st.sampled_from(list(rules.damage_charts)), "weapons": st.lists(mount, max_size=4), "abilities": some(abilities["vehicle"])},
        ),
    )
    vehicles = st.fixed_dictionaries(
        {"name": NAMES, "grade": st.sampled_from(grades), "vehicle": st.one_of(st.sampled_from(list(rules.vehicles)), own, own)},
        optional={"passengers": st.lists(NAMES, max_size=3), "note": NAMES},
    )
    return st.one_of(squads(), vehicles)


def some(ids: list[str]) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(ids), max_size=3, unique=True) if ids else st.just([])


@st.composite
def mistaken(draw, game: Game):
    """A unit with one thing that the rules forbid, or that they do not know."""
    unit, grades = draw(right(game)), list(game.rules.grades)
    near = st.sampled_from(["grnt", "eliet", "light-canon", "asault-rifle", "zzz", "medic", "flying", "melee-bonus", "a", "green", "special-forces", "tank", "legs", "mechs", "big-gun"])
    change = draw(
        st.one_of(
            st.fixed_dictionaries({"grade": near}),
            st.fixed_dictionaries({"commander": st.one_of(near, st.sampled_from(grades))}),
            st.fixed_dictionaries({"save": st.integers(2, 6)}),
            st.fixed_dictionaries({"figures": st.integers(1, 3)}),
            st.fixed_dictionaries({"abilities": st.lists(near, max_size=3)}),
            st.fixed_dictionaries({"weapons": st.lists(st.fixed_dictionaries({"weapon": near, "count": st.integers(1, 99)}), max_size=2)}),
            st.fixed_dictionaries({"vehicle": near}),
            st.fixed_dictionaries({"vehicle": st.fixed_dictionaries({"kind": near, "chart": near, "save": st.integers(2, 6), "weapons": st.lists(st.fixed_dictionaries({"weapon": near, "abilities": st.lists(near, max_size=2)}), max_size=2), "abilities": st.lists(near, max_size=2)})}),
            st.fixed_dictionaries({"passengers": st.lists(near, max_size=2)}),
        )
    )
    return unit | change
