import { definePlugin, json, redirectTo, type Context, type Plugin } from "latchkey/plugin";
import { describe, expect, it } from "vitest";
import { location, type Browser } from "../support/client.js";
import { adasForm, gracesForm, strategies, world, type Strategy } from "../support/config.js";

const home = "https://app.test";

/** A plugin that asks something of everybody who signs in. Whatever is answered will do. */
function asking(name: string, phase: "prove" | "ask", calls: string[]): Plugin {
  const page = async (context: Context) => {
    const pending = await context.pending();
    return json({ asks: name, of: pending?.user.name ?? null, passed: pending?.passed ?? null });
  };
  return definePlugin({
    name,
    needs: { adapter: "asks stored users" },
    create: () => ({
      signIn: {
        [phase]: (context: Context) => {
          calls.push(name);
          return Promise.resolve({ kind: "park", to: context.url(name), seconds: 600 } as const);
        },
      },
      routes: {
        [name]: {
          GET: page,
          POST: async (context) => {
            const pending = await context.pending();
            const done = pending && (await context.resume(pending));
            return done ?? redirectTo(context.url("signin"));
          },
          page: true,
        },
      },
    }),
  });
}

function setUp(strategy: Strategy, more: readonly Plugin[] = []) {
  const calls: string[] = [];
  const plugins = [asking("terms", "ask", calls), asking("card", "prove", calls), ...more];
  const made = world("database", { session: { strategy }, plugins });
  return { calls, ...made };
}

const begin = (browser: Browser, form = adasForm) => browser.submit("callback/credentials", form);
const session = async (browser: Browser): Promise<unknown> => (await browser.get("session")).json();

describe.each(strategies)("a sign-in that waits, strategy %s", (strategy) => {
  it("goes from one plugin to the next, each of them once, and starts one session at the end", async () => {
    const { calls, browser } = setUp(strategy);
    const ours = browser();
    expect(location(await begin(ours))).toBe(`${home}/auth/card`);
    expect(await session(ours)).toBeNull();
    expect(await (await ours.get("card")).json()).toEqual({ asks: "card", of: "Ada", passed: [] });
    expect(location(await ours.submit("card"))).toBe(`${home}/auth/terms`);
    expect(await session(ours)).toBeNull();
    expect(await (await ours.get("terms")).json()).toMatchObject({ passed: ["card.prove"] });
    expect(location(await ours.submit("terms", { callbackUrl: `${home}/else` }))).toBe(home);
    expect(await session(ours)).toMatchObject({ user: { name: "Ada" } });
    expect(calls).toEqual(["card", "terms"]);
  });

  it("can't be taken past a plugin by the routes of another", async () => {
    const { browser } = setUp(strategy);
    const ours = browser();
    await begin(ours);
    expect(await (await ours.get("terms")).json()).toMatchObject({ of: null });
    expect(location(await ours.submit("terms"))).toBe(`${home}/auth/signin`);
    expect(await session(ours)).toBeNull();
  });

  it("is of its own browser alone, is used once, and ends when another begins", async () => {
    const { browser } = setUp(strategy);
    const [ours, thief] = [browser(), browser()];
    await begin(ours);
    await thief.get("csrf");
    const stolen = ours.cookie("__Host-latchkey.parked") ?? "";
    thief.plant("__Host-latchkey.parked", stolen);
    expect(location(await thief.submit("card"))).toBe(`${home}/auth/signin`);
    await ours.submit("card");
    await ours.submit("terms");
    expect(await session(ours)).not.toBeNull();
    ours.plant("__Host-latchkey.parked", stolen);
    expect(location(await ours.submit("card"))).toBe(`${home}/auth/signin`);
    const both = browser();
    await begin(both);
    await begin(both, gracesForm);
    expect(await (await both.get("card")).json()).toMatchObject({ of: "Grace" });
  });

  it("is judged by policies again when it goes on", async () => {
    const banned = { yes: false };
    const policy = definePlugin({
      name: "bans",
      create: () => ({
        signIn: {
          policy: () =>
            Promise.resolve(
              banned.yes ? redirectTo(`${home}/banned`) : ({ kind: "passed" } as const),
            ),
        },
      }),
    });
    const { browser } = setUp(strategy, [policy]);
    const ours = browser();
    await begin(ours);
    banned.yes = true;
    expect(location(await ours.submit("card"))).toBe(`${home}/banned`);
    expect(await session(ours)).toBeNull();
  });

  it("ends nowhere when its user is gone meanwhile", async () => {
    const { browser, adapter } = setUp(strategy);
    const ours = browser();
    await begin(ours);
    await adapter.deleteUser("1");
    expect(location(await ours.submit("card"))).toBe(`${home}/auth/signin`);
    expect(await session(ours)).toBeNull();
  });
});
