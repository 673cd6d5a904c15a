import { parseObject } from "../../src/core/values/json.js";
import { isLong } from "../support/long-form.js";

/** How much is tried. */
export interface TestForm {
  readonly numRuns: number;
  readonly maxCommands: number;
  /** Milliseconds for each test. */
  readonly timeout: number;
}

/** The short form, or with LONG_FORM=true the long one. */
export function readForm(): TestForm {
  return isLong
    ? { numRuns: 300, maxCommands: 120, timeout: 600_000 }
    : { numRuns: 20, maxCommands: 80, timeout: 120_000 };
}

/**
 * A failure again: `MODEL_REPLAY='{"seed":1,"path":"2:3","replayPath":"AB:C"}'`, as the failure names
 * them, in the same form and with one test chosen by `-t`.
 */
export function replay(): { seed?: number; path?: string; replayPath?: string } {
  const { seed, path, replayPath } = parseObject(process.env["MODEL_REPLAY"] ?? "") ?? {};
  return {
    ...(typeof seed === "number" && { seed }),
    ...(typeof path === "string" && { path }),
    ...(typeof replayPath === "string" && { replayPath }),
  };
}
