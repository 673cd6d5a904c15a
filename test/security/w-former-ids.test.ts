import { customFetch } from "latchkey";
import Pinterest from "latchkey/providers/pinterest";
import Trakt from "latchkey/providers/trakt";
import type { Adapter, AdapterAccount } from "latchkey/adapters";
import { beforeEach, describe, expect, it } from "vitest";
import { Browser, location } from "../support/client.js";
import { ada, adasForm, people, world, type TestConfig, type World } from "../support/config.js";
import { begin } from "../support/oauth/journey.js";
import { signInPage } from "../support/oauth/refused.js";
import { rogueOfFile } from "../support/oauth/rogue-of-file.js";

const rogue = await rogueOfFile();
beforeEach(() => {
  rogue.answers.set("/v5/oauth/token", { json: { access_token: "access" } });
  be("id-of-ada", "ada");
});

/** The person at Pinterest who comes next. */
function be(id: string, username: string): void {
  rogue.answers.set("/v5/user_account", { json: { id, username, account_type: "PINNER" } });
}

const here = (input: RequestInfo | URL, init?: RequestInit) =>
  fetch(
    new URL(new URL(input instanceof Request ? input.url : input).pathname, rogue.issuer),
    init,
  );

const client = { clientId: "client-1", clientSecret: "secret-1" };

/** Ada signed in here when accounts were stored by the name. */
async function shopFromBefore(
  options: { acceptFormerId?: boolean } = {},
  overrides: Partial<TestConfig> = {},
): Promise<World> {
  const providers = [people, Pinterest({ ...client, ...options, [customFetch]: here })];
  const shop = world("database", { session: { strategy: "jwt" }, providers, ...overrides });
  await shop.adapter.linkAccount({
    ...{ provider: "pinterest", providerAccountId: "ada", type: "oauth", userId: ada.id },
    refresh_token: "of old",
  });
  return shop;
}

async function come(tab: Browser): Promise<string | null> {
  const request = await begin(tab, "signin/pinterest");
  const answer = { code: "code-1", state: request.searchParams.get("state") ?? "" };
  const query = new URLSearchParams(answer).toString();
  return location(await tab.get(`callback/pinterest?${query}`, { from: request.origin }));
}

const accounts = ({ store }: World) =>
  [...store.accounts.values()].map(({ providerAccountId, userId }) => [providerAccountId, userId]);

describe("accounts that were stored by a name", () => {
  it("W10: let nobody in while the name alone tells whose they are, and the log says what to set", async () => {
    const shop = await shopFromBefore();
    const tab = shop.browser();
    expect(await come(tab)).toBe(signInPage("OAuthAccountNotLinked"));
    expect(await tab.session()).toBeNull();
    expect(accounts(shop)).toEqual([["ada", ada.id]]);
    expect(shop.log.errors("OAuthAccountNotLinked")[0]?.message).toContain("acceptFormerId: true");
  });

  it("W10: are found by the name once, where that was turned on, and stored by the id from then on", async () => {
    const told: string[] = [];
    const shop = await shopFromBefore(
      { acceptFormerId: true },
      {
        events: {
          linkAccount: ({ account }) => void told.push(`link ${account.providerAccountId}`),
          unlinkAccount: ({ account }) => void told.push(`unlink ${account.providerAccountId}`),
        },
      },
    );
    const tab = shop.browser();
    expect(await come(tab)).toBe("https://app.test");
    expect(await tab.session()).toMatchObject({ user: { email: ada.email } });
    expect(accounts(shop)).toEqual([["id-of-ada", ada.id]]);
    expect(told).toEqual(["unlink ada", "link id-of-ada"]);

    // Ada is called otherwise now, and somebody else took the name.
    be("id-of-eve", "ada");
    const eve = shop.browser();
    expect(await come(eve)).toBe("https://app.test");
    expect(accounts(shop)).toEqual([
      ["id-of-ada", ada.id],
      ["id-of-eve", expect.not.stringMatching(/^1$/)],
    ]);
    be("id-of-ada", "lovelace");
    const again = shop.browser();
    await come(again);
    expect(await again.session()).toMatchObject({ user: { email: ada.email } });
  });

  it.each(["unlinkAccount", "linkAccount"] as const)(
    "W10: stay where they are when %s fails, without transactions",
    async (method) => {
      const shop = await shopFromBefore({ acceptFormerId: true });
      const { transaction: _, ...adapter } = shop.adapter;
      let failures = 0;
      const broken: Adapter = {
        ...adapter,
        [method]: (account: AdapterAccount) => {
          const fails = method === "unlinkAccount" || account.providerAccountId === "id-of-ada";
          if (fails && failures++ < 2) throw new Error("the store is gone");
          return adapter[method](account);
        },
      };
      const tab = new Browser({ ...shop.config, adapter: broken });
      expect(await come(tab)).toContain("error=");
      expect(await tab.session()).toBeNull();
      expect(accounts(shop)).toEqual([["ada", ada.id]]);
    },
  );

  it("W10: are linked anew by whoever is signed in as their owner, with the switch off", async () => {
    const shop = await shopFromBefore();
    const tab = shop.browser();
    await tab.signIn(adasForm);
    expect(await come(tab)).toBe("https://app.test");
    expect(accounts(shop)).toEqual([["id-of-ada", ada.id]]);
  });
});

describe("Trakt", () => {
  it("W11: tells people apart by the uuid, which is in their settings alone", async () => {
    const person = { username: "ada", name: "Ada", ids: { slug: "ada", uuid: "b6589fc6" } };
    rogue.answers.set("/oauth/token", { json: { access_token: "access", token_type: "bearer" } });
    rogue.answers.set("/users/settings", { json: { user: person, account: {} } });
    const shop = world("database", {
      session: { strategy: "jwt" },
      providers: [Trakt({ ...client, [customFetch]: here })],
    });
    const tab = shop.browser();
    const request = await begin(tab, "signin/trakt");
    const answer = { code: "code-1", state: request.searchParams.get("state") ?? "" };
    await tab.get(`callback/trakt?${new URLSearchParams(answer).toString()}`, {
      from: request.origin,
    });
    expect([...shop.store.accounts.values()]).toMatchObject([{ providerAccountId: "b6589fc6" }]);
  });
});
