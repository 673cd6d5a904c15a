import { twoFactor } from "latchkey/plugins/two-factor";
import { describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { adasForm, ada, storedUser, strategies, world } from "../support/config.js";
import { numbered, type Kind } from "../support/numbered-store.js";
import { askPage, codeOf, nextCodeOf, program, withPhone } from "../support/second-step-world.js";
import { oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const kinds: readonly (readonly [string, Kind])[] = [
  ["numbers", Number],
  ["bigints", BigInt],
];

describe.each(kinds)("a store whose ids are %s", (_, kind) => {
  it.each(strategies)("signs people in with both factors, strategy %s", async (strategy) => {
    const { adapter } = numbered(kind);
    const app = world(strategy, { adapter, session: { strategy }, plugins: [twoFactor()] });
    const { secret } = await withPhone(app);
    const other = app.browser();
    expect(location(await other.signIn(adasForm))).toBe(askPage);
    await other.submit("second-step", { code: nextCodeOf(secret) }, program);
    expect(await other.session()).toMatchObject({ user: { email: ada.email } });
    expect(codeOf(secret)).toMatch(/^\d{6}$/);
  });

  it.each(strategies)("gives the application texts, strategy %s", async (strategy) => {
    const rogue = await RogueProvider.start();
    const { adapter, store } = numbered(kind);
    const seen: unknown[] = [];
    const app = world(strategy, {
      adapter,
      session: { strategy },
      providers: [oidc(rogue)],
      events: {
        createUser: ({ user }) => void seen.push(user.id),
        linkAccount: ({ user, account }) => void seen.push(user.id, account.userId),
        signIn: ({ user }) => void seen.push(user.id),
      },
    });
    const ours = app.browser();
    await signIn(ours, rogue);
    await rogue.stop();
    expect(await ours.session()).toMatchObject({ user: { email: "pat@example.org" } });
    expect(seen).toEqual(["2", "2", "2", "2"]);
    expect(store.users.has("2")).toBe(true);
  });
});

it("an id that is blank is refused", async () => {
  const { adapter, store } = numbered(Number);
  const blank = { ...storedUser(ada), id: " " };
  store.users.set(" ", blank);
  const { browser, log } = world("database", {
    adapter: { ...adapter, getUser: () => blank, getSessionAndUser: () => null },
  });
  await browser().signIn(adasForm);
  expect(log.codes("error")).toContain("AdapterError");
});
