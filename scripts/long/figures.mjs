// Results of the long checks, one file per check, so that one table can show them all.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../.cache/figures", import.meta.url));
const fileOf = (check) => join(folder, `${check}.json`);

/**
 * Stores a check's figures and replaces earlier ones. A figure is `{ what, value, aim, held }`:
 * `value` and `aim` as text, `held` a boolean.
 */
export function keepFigures(check, figures) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(check), JSON.stringify(figures, null, 2));
}

/** The figures of a check's last run; empty if it didn't finish. */
export function figuresOf(check) {
  try {
    return JSON.parse(readFileSync(fileOf(check), "utf8"));
  } catch {
    return [];
  }
}

export function forgetFigures(check) {
  rmSync(fileOf(check), { force: true });
}

/** The day they were measured, such as 2026-01-31; undefined if there are none. */
export function keptOn(check) {
  return statSync(fileOf(check), { throwIfNoEntry: false })?.mtime.toISOString().slice(0, 10);
}

// Figures by their aim.

export const none = (what, value) => ({ what, value: String(value), aim: "0", held: value === 0 });

export const atLeast = (what, value, aim) => ({
  what,
  value: String(value),
  aim: `${aim} or more`,
  held: value >= aim,
});

export const below = (what, { value, aim, text }) => ({
  what,
  value: text(value),
  aim: `below ${text(aim)}`,
  held: value < aim,
});
