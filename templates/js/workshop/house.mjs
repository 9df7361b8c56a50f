// A weapon, vehicle or squad of a player's own → a variant file whose `add:` block makes it everybody's (design: data/variants).

import { alike } from "./document.mjs";
import { combat_speed } from "./force.mjs";
import { filled } from "./state.mjs";
import { block } from "./yaml-write.mjs";

const CITE = "own design";

/** The text of a variant file that adds what a unit is: its own weapons, and its vehicle or its figure. */
export function house_rule(unit, game) {
  const ids = taken(game);
  const weapons = {};
  const own = (weapon) => {
    if (typeof weapon === "string") return weapon;
    const record = weapon_record(weapon);
    const same = Object.keys(weapons).find((id) => alike(weapons[id], record));
    if (same) return same;
    const id = free_id(weapon.name, ids);
    ids.push(id);
    weapons[id] = record;
    return id;
  };
  const added = unit.vehicle === null ? { figures: figure(unit, own, ids) } : typeof unit.vehicle === "string" ? {} : { vehicles: vehicle_record(unit, own, game, ids) };
  return variant_text(unit.name, { ...(Object.keys(weapons).length ? { weapons } : {}), ...added }, game);
}

/** The text of a variant file that adds one weapon. */
export function house_weapon(weapon, game) {
  return variant_text(weapon.name, { weapons: { [free_id(weapon.name, taken(game))]: weapon_record(weapon) } }, game);
}

function variant_text(name, add, game) {
  const head = { id: free_id(name, ["core", game.id]), title: name, base: game.as_base, author: "us" };
  return `# House rules made in the workshop. Save it in data/variants/ under its id, then run kr16 check.\n${block(head)}${block({ add })}`;
}

function weapon_record({ name, category, range_cm, dv, abilities }) {
  return { name, cite: CITE, category, range_cm, dv, ...filled({ abilities }) };
}

function figure({ name, grade, save, weapons, abilities }, own, ids) {
  const carried = [...new Set(weapons.map((one) => own(one.weapon)))];
  return { [free_id(name, ids)]: { name, cite: CITE, grade, save, ...filled({ weapons: carried, abilities }) } };
}

function vehicle_record(unit, own, game, ids) {
  const { kind, chart, full_speed_cm, combat_speed_cm, save, weapons, abilities } = unit.vehicle;
  const mounts = weapons.map(({ weapon, count, name, abilities }) => filled({ weapon: own(weapon), count: count > 1 ? count : null, name, abilities }));
  const record = { name: unit.name, cite: CITE, kind, ...filled({ chart }), full_speed_cm, combat_speed_cm: combat_speed_cm ?? combat_speed(full_speed_cm, game), save, ...filled({ weapons: mounts, abilities }) };
  return { [free_id(unit.name, ids)]: record };
}

/** The ids of all that has a price: no two of them may share one. */
const taken = (game) => [game.weapons, game.vehicles, game.abilities].flatMap((table) => [...table.keys()]).concat((game.figures ?? []).map((one) => one.id));

/** A name as an id that is not taken. */
export function free_id(name, taken) {
  const plain = name.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "").replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 50).replace(/-$/, "") || "own";
  let id = plain;
  for (let number = 2; taken.includes(id); number++) id = `${plain}-${number}`;
  return id;
}
