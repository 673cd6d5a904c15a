import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { start, useClock, type Clock } from "../support/clock.js";
import { ada, grace, strategies, type Strategy } from "../support/config.js";
import { stepCommand } from "./commands.js";
import { readForm, replay } from "./form.js";
import { Ledger } from "./invariants.js";
import type { Model } from "./model.js";
import { checkSessions } from "./perform.js";
import { Seen } from "./seen.js";
import { emptyState } from "./state.js";
import { storeKinds, storesOf, type ModelStore } from "./store.js";
import { invariants, Tally } from "./violation.js";
import { World } from "./world.js";

declare module "vitest" {
  interface TaskMeta {
    /** What a test of the model has done, for the figures of the long form. */
    model?: Readonly<Record<"sequences" | "commands" | "requests" | "checks", number>>;
  }
}

const { numRuns, maxCommands, timeout } = readForm();

interface Setting {
  readonly strategy: Strategy;
  readonly clock: Clock;
  readonly tally: Tally;
  readonly open: () => Promise<ModelStore>;
}

async function begin({ strategy, clock, tally, open }: Setting) {
  clock.goTo(start);
  tally.runs += 1;
  const model: Model = {
    possible: [emptyState(strategy, [ada.email, grace.email])],
    seen: new Seen(),
    ledger: new Ledger(),
    tally,
    pass: clock.pass,
  };
  return { model, real: await World.open(strategy, await open()) };
}

describe.each(storeKinds)("any sequence of requests, store %s", (kind) => {
  const clock = useClock();
  const open = storesOf(kind);

  it.for(strategies)(
    "comes to what the model says and keeps every invariant, strategy %s",
    { timeout },
    async (strategy, { task }) => {
      const tally = new Tally();
      const { replayPath, ...again } = replay();
      const sequences = fc.commands([stepCommand], {
        maxCommands,
        size: "max",
        ...(replayPath !== undefined && { replayPath }),
      });
      await fc.assert(
        fc.asyncProperty(sequences, async (commands) => {
          const { model, real } = await begin({ strategy, clock, tally, open });
          await fc.asyncModelRun(() => ({ model, real }), commands);
          await checkSessions(model, real);
        }),
        // Time that shrinking may take; a failure is told all the same, with seed and path.
        { numRuns, interruptAfterTimeLimit: timeout * 0.8, ...again },
      );
      if (replayPath !== undefined) return;
      for (const name of invariants) expect(tally.checked.get(name) ?? 0, name).toBeGreaterThan(0);
      expect(tally.runs).toBe(numRuns);
      task.meta.model = tally.figures();
    },
  );
});
