import fc from "fast-check";
import { Auth } from "latchkey";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RogueProvider } from "../support/oauth/rogue.js";
import { draftFor, step } from "./mutate/index.js";
import { broken } from "./promises.js";
import { changedPrototypes } from "./prototypes.js";
import { requestOf, type Draft } from "./tape.js";
import { openWorld, variantAt, type World } from "./world.js";
import { isLong } from "../support/long-form.js";

const total = isLong ? 200_000 : 2_000;
/** The same requests every time in the short form; others each time in the long one. */
const seed = Number(process.env["FUZZ_SEED"] ?? (isLong ? Date.now() % 2 ** 31 : 8));
const inWorld = 100;
const mostShown = 10;

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());

/** What all the requests came to. */
class Count {
  requests = 0;
  thrown = 0;
  serverErrors = 0;
  prototypes = 0;
  flaws = 0;
  readonly statuses = new Map<number, number>();
  readonly broken: string[] = [];

  add(status: number, allowed: boolean): void {
    this.requests += 1;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (status >= 500 && !allowed) this.serverErrors += 1;
  }

  note(what: string, draft: Draft, world: World): void {
    this.flaws += 1;
    if (this.broken.length >= mostShown) return;
    const { body, ...head } = draft;
    const shown = body && Buffer.from(body).toString("latin1").slice(0, 2000);
    const about = JSON.stringify({ ...head, body: shown, variant: world.variant });
    this.broken.push(`${what} ${about.slice(0, 6000)}`);
  }
}

async function send(world: World, draft: Draft, count: Count): Promise<void> {
  const request = requestOf(draft);
  if (!request) return;
  try {
    const response = await Auth(request, world.config);
    const flaws = broken(world, { request, response, text: await response.text() });
    count.add(response.status, !flaws.some((flaw) => flaw.startsWith("noServerError")));
    for (const flaw of flaws) count.note(flaw, draft, world);
  } catch (error) {
    count.requests += 1;
    count.thrown += 1;
    count.note(`threw ${String(error)}`, draft, world);
  }
  const prototypes = changedPrototypes();
  count.prototypes += prototypes.length;
  if (prototypes.length > 0) count.note(`prototypes: ${prototypes.join()}`, draft, world);
}

describe("random and mutated requests", () => {
  it("the requests that changes begin with are answered as they should be", async () => {
    for (const turn of [0, 1, 2, 3]) {
      const world = await openWorld(variantAt(turn), rogue);
      const count = new Count();
      for (const draft of world.drafts) await send(world, draft, count);
      expect(count.broken).toEqual([]);
      expect(count.requests).toBe(world.drafts.length);
      // Every way to sign in came to its end, and hardly anything was refused.
      const redirects = [302, 303].map((status) => count.statuses.get(status) ?? 0);
      expect(redirects[0]).toBeGreaterThan(3);
      expect(redirects[1]).toBeGreaterThan(9);
      expect(count.statuses.get(200)).toBeGreaterThan(20);
    }
  });

  it(
    `${total} of them: nothing is thrown, no error of the server, every promise is kept`,
    { timeout: isLong ? 3_600_000 : 120_000 },
    async ({ task }) => {
      const count = new Count();
      for (let turn = 0; count.requests < total; turn++) {
        const world = await openWorld(variantAt(turn), rogue);
        const steps = fc.sample(step, { seed: seed + turn, numRuns: inWorld });
        for (const next of steps) await send(world, draftFor(next, world.drafts), count);
      }
      const { requests, thrown, serverErrors, prototypes, flaws } = count;
      const figures = { requests, thrown, serverErrors, prototypes, broken: flaws, seed };
      Object.assign(task.meta, { figures });
      expect(count.broken, `FUZZ_SEED=${seed} sends them again`).toEqual([]);
      expect([thrown, serverErrors, prototypes]).toEqual([0, 0, 0]);
      expect(requests).toBeGreaterThanOrEqual(total);
    },
  );
});
