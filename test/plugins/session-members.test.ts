import { setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import { Auth } from "latchkey";
import { definePlugin, type Owned, type Plugin } from "latchkey/plugin";
import { describe, expect, it } from "vitest";
import { adasForm, strategies, world } from "../support/config.js";

interface Plan {
  readonly plan: string;
}

/** Adds what `read` returns. */
const adding = (
  name: string,
  read: (owned: Owned) => object | Promise<object>,
): Plugin<string, object> =>
  definePlugin<string, object>({ name, create: () => ({ session: { read } }) });

const plans: Plugin<"plans", Plan> = definePlugin({
  name: "plans",
  create: () => ({
    session: {
      issue: () => ({ plan: "gold" }),
      read: ({ facts }) => ({ plan: facts["plan"] ?? "none" }),
    },
  }),
});

describe.each(strategies)("what plugins add to a session, strategy %s", (strategy) => {
  it("is there whenever the session is read, whether it takes time or not", async () => {
    const plugins = [
      adding("later", async ({ userId }) => {
        await setTimeout(1);
        return { later: userId };
      }),
      plans,
      adding("again", ({ provider }) => ({ by: provider })),
    ];
    const { browser } = world(strategy, { plugins });
    const ours = browser();
    await ours.signIn(adasForm);
    for (const time of [1, 2]) {
      const read = await ours.session();
      expect({ time, read }).toMatchObject({
        read: { plan: "gold", later: "1", by: "credentials", user: { name: "Ada" } },
      });
    }
  });

  it("is given to the `session` callback, which has the last word", async () => {
    const { browser } = world(strategy, {
      plugins: [plans, adding("trial", () => ({ trial: true }))],
      callbacks: {
        session: ({ session }) => ({
          user: { name: `${String(Reflect.get(session, "plan"))} user` },
          expires: session.expires,
        }),
      },
    });
    const ours = browser();
    await ours.signIn(adasForm);
    const read = await ours.session();
    expect(read).toMatchObject({ user: { name: "gold user" } });
    expect(read).not.toHaveProperty("trial");
  });

  it.each([
    ["without a callback", undefined],
    ["with one", { session: ({ session }: { session: { expires: string } }) => session }],
  ])("replaces nothing that a session has, %s", async (_, callbacks) => {
    const forged = { user: { name: "Grace" }, expires: "never", mine: true };
    const plugins = [adding("forger", () => forged)];
    const { browser } = world(strategy, { plugins, ...(callbacks && { callbacks }) });
    const ours = browser();
    await ours.signIn(adasForm);
    const read = await ours.session();
    expect(read).toMatchObject({ user: { name: "Ada" }, mine: true });
    expect(read).not.toMatchObject({ expires: "never" });
  });

  it("is there for sessions that are older than the plugin", async () => {
    const { config, browser } = world(strategy);
    const ours = browser();
    await ours.signIn(adasForm);
    const later = ours.copy((request) => Auth(request, { ...config, plugins: [plans] }));
    // A stored session keeps its token, and with it what was noted when it began.
    const plan = strategy === "jwt" ? "gold" : "none";
    expect(await later.session()).toMatchObject({ user: { name: "Ada" }, plan });
  });

  it.each<[string, () => object | Promise<object>]>([
    [
      "throws",
      () => {
        throw new Error("no plan");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no net"))],
  ])("can't be known when it %s: 503, and the browser stays signed in", async (_, read) => {
    const state = { fails: true };
    const plugins = [adding("odd", () => (state.fails ? read() : { fine: true }))];
    const { browser, log } = world(strategy, { plugins });
    const ours = browser();
    await ours.signIn(adasForm);
    expect((await ours.get("session")).status).toBe(503);
    expect(inspect(log.entries, { depth: 9 })).toContain(
      'The plugin "odd" failed to read a session.',
    );
    state.fails = false;
    expect(await ours.session()).toMatchObject({ user: { name: "Ada" }, fine: true });
  });
});
