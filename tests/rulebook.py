"""A second transcription of the rulebook's tables, typed from the rulebook and not from data/core."""

from __future__ import annotations

# order: roll, cm, when it fires, to hit, to be hit
ORDERS = {
    "advance": (4, 6, "after moving", 0, 0),
    "aimed-fire": (4, 0, "without moving", 1, 0),
    "take-cover": (2, 0, "never", 0, -1),
    "fall-back": (3, 6, "before moving", -1, 0),
    "run": (4, 12, "never", 0, 0),
    "weave": (4, 8, "never", 0, -1),
    "assault": (5, 10, "never", 0, 0),
    "react": (3, 0, "as a reaction", 0, 0),
}
# grade: attack bonus, command bonus, points
GRADES = {"rook": (-1, -1, 3), "grunt": (0, 0, 7), "elite": (1, 1, 10), "guard": (1, 2, 14)}
COVER = {"light": -1, "heavy": -2}
INFANTRY_SAVES = {"6": 2, "5": 4, "4": 8, "3": 16, "2": 32}
VEHICLE_SAVES = {"6": 4, "5": 8, "4": 16, "3": 32, "2": 64}
# weapon: range in cm, DV
SMALL_ARMS = {
    "handgun": (12, 1),
    "assault-rifle": (24, 1),
    "sniper-rifle": (40, 3),
    "light-machine-gun": (32, 3),
    "heavy-machine-gun": (32, 4),
    "minigun": (32, 5),
    "rocket-launcher": (40, 3),
    "flame-thrower": (12, 3),
    "shotgun": (12, 3),
    "mortar": (50, 4),
    "frag-grenades": (8, 3),
    "smoke-grenades": (8, None),
    "grenade-launcher": (16, None),
    "rdf-assault-rifle": (24, 1),
    "molotov-cocktail": (None, None),
    "junker-rocket-launcher": (None, None),
}
VEHICLE_WEAPONS = {"light-cannon": (60, 4), "medium-cannon": (75, 6), "heavy-cannon": (90, 8), "grenade-machine-gun": (40, 4), "smart-missile-pod": (100, 5), "smoke-launchers": (16, None), "bullfrog-rockets": (60, 4)}
# vehicle: full speed, combat speed, save, weapons
VEHICLES = {
    "pick-up-truck": (28, 21, 6, {}),
    "apc": (20, 15, 5, {"light-machine-gun": 1, "smoke-launchers": 1}),
    "light-tank": (18, 14, 5, {"light-cannon": 1, "light-machine-gun": 1, "smoke-launchers": 1}),
    "medium-tank": (16, 12, 4, {"medium-cannon": 1, "heavy-machine-gun": 1, "smoke-launchers": 1}),
    "heavy-tank": (14, 10, 3, {"heavy-cannon": 1, "heavy-machine-gun": 2, "smoke-launchers": 1}),
    "super-heavy-tank": (10, 7, 2, {"heavy-cannon": 2, "heavy-machine-gun": 2, "smoke-launchers": 1}),
    "attack-chopper": (None, 50, 5, {"minigun": 1, "light-cannon": 2}),
    "transport-chopper": (None, 40, 5, {"heavy-machine-gun": 2}),
    "remote-drone": (None, 30, 4, {}),
    "bullfrog-pick-up-truck-missiles": (28, 21, 6, {"bullfrog-rockets": 1}),
    "pathfinder-ranger": (20, 15, 5, {"grenade-machine-gun": 1, "smoke-launchers": 1}),
}
UNDESCRIBED_VEHICLES = {"bullfrog-pick-up-truck", "juraped", "pathfinder-archer", "pathfinder-paladin-warrior", "ms1-command-module"}
CHARTS = {
    "military": [(1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (7, 7), (8, None)],
    "civilian": [(1, 1), (2, 3), (4, 5), (6, None)],
    "aircraft": [(1, 1), (2, 2), (3, 3), (4, 5), (6, None)],
}
STRUCTURES = {"oki-gate-section": 3, "oki-defence-wall-section": 5, "huge-junker-shack": 8, "large-oki-mhu": 6, "small-oki-mhu": 3, "small-junker-shack": 2}
# Single numbers, by their path.
CONSTANTS = {
    "turn": {"initiative_dice": 1, "squad_figures": 5, "coherency_cm": 2, "commander_grades_above": 1, "figures_per_side": 20},
    "shooting": {"to_hit": 5, "casualty_choice": 6, "shaken_command_modifier": -1, "cover_edge_cm": 2},
    "hand_to_hand": {"to_hit": 5, "dice_per_figure": 1, "leave_roll": 4, "leave_move_cm": 6},
    "vehicle_rules": {"command_target": 4, "side_or_rear_save_modifier": -1, "damage_a_further_failed_save": 1, "combat_speed_percent": 75, "road_to_hit_modifier": -1},
    "proximity_mines": {"trigger_cm": 4, "triggers_from": 2, "dv": 4, "blast_radius_cm": 6, "to_hit": 5, "save": 6},
    "buildings": {"concealment_lost_at_percent": 50, "points_a_hit": 1},
    "insurgents": {"hidden_move_cm": 6, "free_orders_a_turn": 1},
    "campaign": {"minor_victory": 50, "major_victory": 100, "infantry_figure_out": 5, "vehicle_out": 20, "points_a_victory_point": 1, "repair_percent": 10},
}
ABILITIES_OF = {
    "assault-rifle": ["close-range-reroll"],
    "sniper-rifle": ["one-kill-a-shot"],
    "minigun": ["no-aimed-fire-in-hand"],
    "rocket-launcher": ["harms-vehicles"],
    "flame-thrower": ["ignores-cover"],
    "mortar": ["harms-vehicles", "indirect-fire"],
    "light-cannon": ["ignores-light-cover"],
    "medium-cannon": ["ignores-light-cover", "ignores-heavy-cover"],
    "heavy-cannon": ["ignores-all-cover", "downgrades-cover"],
    "grenade-machine-gun": ["harms-light-vehicles-only"],
    "smart-missile-pod": ["guided"],
}
EFFECTS = {
    "close-range-reroll.close": ("to-hit", 0, "ones", None, 12),
    "indirect-fire.indirect": ("to-hit", -1, None, None, None),
    "melee-bonus.melee": ("hand-to-hand", 1, None, None, None),
    "guided.aim": ("to-hit", 1, None, None, None),
    "guided.save": ("target-save", 1, None, None, None),
    "unsteady-on-the-move.moving": ("to-hit", -1, None, None, None),
    "power-armour.melee": ("hand-to-hand", 1, None, None, None),
    "power-armour.assault": ("command", 1, None, None, None),
    "medic.treat": ("treat", 0, None, 5, None),
    "sniper.spotter": ("to-hit", 0, "one", None, None),
    "sniper.choice": ("casualty-choice", 0, None, 5, None),
    "sniper.still": ("to-be-hit", -1, None, None, None),
    "flying.moved": ("to-be-hit", -1, None, None, None),
    "drone-initiative.initiative": ("initiative", 1, None, None, 30),
    "command-module.initiative": ("initiative", 1, None, None, None),
}
NUMBERS = {"one-kill-a-shot.kills": 1, "blocks-line-of-sight.length_cm": 4, "blocks-line-of-sight.width_cm": 2, "medic.within_cm": 6, "flying.extra_range_cm": 10, "drone-reroll.dice": 1}
