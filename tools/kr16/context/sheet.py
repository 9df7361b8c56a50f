"""A game → the quick-reference sheet: tables shared with the site, and short rules with live numbers.

A line whose record a house rule has removed is left out.
"""

from __future__ import annotations

from collections.abc import Iterable

from .. import live
from ..game import Game
from . import tables
from .weapons import ability_text

TURN = [
    "**Initiative:** {{ turn.initiative_dice }} die each, every turn; the winner says who begins.",
    "**Activate:** choose a unit that has not tried yet, say its order, roll. A success is carried out at once and the same player goes on; after a failure the other player chooses.",
    "**Once each:** the turn is over when every unit on both sides has tried.",
    "**Then** fight Hand to Hand, treat the wounded, take away old smoke.",
]
SQUADS = [
    "Each figure keeps within {{ turn.coherency_cm }} of another of its squad.",
    "A commander is at most {{ turn.commander_grades_above }} grade above the squad; it lends its command bonus, while attacks use the squad's own grade.",
]
SHOOTING = [
    "Say the target: a whole squad fires at one unit, each weapon once a turn, in any order.",
    "Roll a die for each point of DV. A hit needs {{ shooting.to_hit }}+ after grade, order, cover and abilities.",
    "The target saves against every hit. Each failed save counts, one by one.",
    "A casualty is the owner's choice; on a roll of {{ shooting.casualty_choice }} the firer's.",
]
SHAKEN = [
    "**First failed save:** Shaken marker, {{ shooting.shaken_command_modifier }} on command rolls.",
    "**Next failed save:** lose a figure and the marker. Then it starts again.",
    "The marker also goes with a passed command roll.",
    "Vehicles are never Shaken this way.",
]
COVER = [
    "Inside the outline is in cover. Within {{ shooting.cover_edge_cm }} of its edge a figure sees and is seen; deeper in, neither.",
    "Cover slows no infantry and does not count in Hand to Hand.",
]
HAND_TO_HAND = [
    "{{ hand_to_hand.dice_per_figure }} die a figure, both sides; {{ hand_to_hand.to_hit }}+ hits, with the attack bonus. A failed save kills.",
    "Locked units take no orders; they fight again as each later turn ends.",
    "**Leaving:** announce it as the turn starts. Instead of the next round roll {{ hand_to_hand.leave_roll }}+ with the command bonus: move {{ hand_to_hand.leave_move_cm }} off. On a failure only the enemy strikes.",
]
VEHICLES = [
    "A crew acts on {{ vehicle_rules.command_target }}+ with its command bonus, then takes one action.",
    "Hits in the side or rear: {{ vehicle_rules.side_or_rear_save_modifier }} to the save. Only weapons that harm vehicles count.",
    "Save weapon by weapon. If any save fails roll once on the chart, +{{ vehicle_rules.damage_a_further_failed_save }} for each failure after the first.",
    "A result that changes nothing more is rolled again.",
    "No vehicle crosses cover, unless it says so. On a road it may fire one weapon at full speed, at {{ vehicle_rules.road_to_hit_modifier }}.",
    "Troops get in or out at the door, with an order that lets them move.",
]
MINES = [
    "**{{ minefields.ap.name }}:** each figure, each turn: goes off on {{ minefields.ap.infantry.triggers_from }}+, without a roll if faster than {{ orders.advance.name }}; {{ minefields.ap.infantry.dv }} DV.",
    "**{{ minefields.at.name }}:** each vehicle, each turn: goes off on {{ minefields.at.vehicles.triggers_from }}+, without a roll at a save of {{ minefields.at.vehicles.certain_at_save }}+ or better; {{ minefields.at.vehicles.dv }} DV, {{ minefields.at.vehicles.damage_modifier }} on the damage chart, where {{ minefields.at.vehicles.damage_cap }} is the highest result.",
    "**{{ minefields.mixed.name }}:** both. An armoured vehicle clears the anti-personnel mines in its path unharmed.",
    "**Proximity mine:** goes off on {{ proximity_mines.triggers_from }}+ for anything within {{ proximity_mines.trigger_cm }}; {{ proximity_mines.dv }} DV to all within {{ proximity_mines.blast_radius_cm }}. Shot at: hit on {{ proximity_mines.to_hit }}+, saves on {{ proximity_mines.save }}+, else it blows.",
]
BUILDINGS = [
    "Use one as cover, or hide in it: unseen, but no firing out.",
    "Each hit that harms vehicles takes {{ buildings.points_a_hit }} SP. Once {{ buildings.concealment_lost_at_percent }} or more is gone it only gives cover.",
    "At none left it falls: everyone inside saves or dies.",
]
INSURGENTS = [
    "**Rules of engagement:** RDF troops hold their fire until shot at or plainly in danger.",
]
CAMPAIGN = [
    "Victory points: minor win {{ campaign.minor_victory }}, major {{ campaign.major_victory }}, enemy figure {{ campaign.infantry_figure_out }}, enemy vehicle out of action {{ campaign.vehicle_out }}.",
    "Repair: {{ campaign.repair_percent }} of a vehicle's price for each thing broken.",
]
TEXTS = {"turn": TURN, "squads": SQUADS, "shooting": SHOOTING, "shaken": SHAKEN, "cover": COVER, "hand_to_hand": HAND_TO_HAND, "vehicles": VEHICLES, "mines": MINES, "buildings": BUILDINGS, "insurgents": INSURGENTS, "campaign": CAMPAIGN}


def lines(texts: Iterable[str], game: Game) -> list[list[dict]]:
    """Return lines with their numbers written out, each as pieces of plain and strong text."""
    found = []
    for text in texts:
        try:
            filled = live.fill(text, game.rules)
        except live.UnknownPath:
            continue
        found.append([{"text": part, "strong": i % 2 == 1} for i, part in enumerate(filled.split("**")) if part])
    return found


def sheet(game: Game) -> dict:
    """Return all that the quick-reference sheet shows."""
    rules = game.rules
    info = rules.ruleset
    worn = {id for save in rules.infantry_saves.values() for id in save.abilities}
    specials = [{"name": ability.name, "text": ability_text(id, game)} for id, ability in rules.abilities.items() if ability.kind == "figure" or id in worn]
    flying = [{"name": ability.name, "text": ability_text(id, game)} for id, ability in rules.abilities.items() if ability.kind == "vehicle"]
    return {
        "title": f"{info.title} {info.version} quick reference",
        "notice": f"Unofficial. {info.title} {info.copyright} {info.author}. Get the rulebook itself, free, from the author: {info.site}",
        "texts": {name: lines(text, game) for name, text in TEXTS.items()},
        "orders": orders(game),
        "tables": {name: plain(make(game)) for name, make in tables.TABLES.items()},
        "charts": [plain(tables.chart(id, game)) for id in rules.damage_charts],
        "specials": specials,
        "flying": flying,
    }


def orders(game: Game) -> dict:
    """Return orders as one table: what each grade needs, how far, modifiers, and what it does."""
    needed, told = tables.command(game), tables.orders(game)
    rows = [[a["text"] for a in need["cells"]] + [tell["cells"][2]["text"], *(c["text"] for c in tell["cells"][4:6]), order.card] for need, tell, order in zip(needed["rows"], told["rows"], game.rules.orders.values())]
    heads = [column["label"] for column in needed["columns"]] + ["Move", "To hit", "To be hit", "What it does"]
    return {"caption": needed["caption"], "heads": heads, "rows": rows, "kinds": ["name"] + ["roll"] * (len(heads) - 5) + ["number"] * 3 + ["text"]}


def plain(table: dict) -> dict:
    """Return a table of context/tables.py with text only, without what nobody needs during play: points, and columns that are empty."""
    rows = [[cell["text"] or " · ".join(chip["text"] for chip in cell["chips"]) for cell in row["cells"]] for row in table["rows"]]
    kept = [i for i, column in enumerate(table["columns"]) if column["label"] != "Points" and any(row[i] for row in rows)]
    columns = [table["columns"][i] for i in kept]
    return {"caption": table["caption"], "heads": [c["label"] for c in columns], "kinds": [c["kind"] for c in columns], "rows": [[row[i] for i in kept] for row in rows]}
