import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location, sessionCookiesSet, type Browser } from "../support/client.js";
import { useClock } from "../support/clock.js";
import {
  ada,
  adasForm,
  gracesForm,
  people,
  strategies,
  world,
  type World,
} from "../support/config.js";
import { answerTo, postFromProvider } from "../support/oauth/form-post.js";
import { begin, oidc } from "../support/oauth/journey.js";
import { pendingFlows } from "../support/oauth/refused.js";
import { RogueProvider } from "../support/oauth/rogue.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

const formPost = { authorization: { params: { response_mode: "form_post" } } };

function app(strategy: "jwt" | "database" = "database"): World {
  const providers = [people, oidc(rogue, formPost), oidc(rogue, { ...formPost, id: "other" })];
  return world("database", { session: { strategy }, providers });
}

/** The route of an address of the site. */
const routeOf = (response: Response) => location(response).replace("https://app.test/auth/", "");

/** Ada links an account as far as the hop. */
async function hop(tab: Browser): Promise<Response> {
  await tab.signIn(adasForm);
  const request = await begin(tab, "signin/rogue", { callbackUrl: "/inbox" });
  return postFromProvider(tab, answerTo(rogue, request));
}

const owners = ({ store }: World) => [...store.accounts.values()].map(({ userId }) => userId);

describe.each(strategies)("an answer by form post, with %s sessions", (strategy) => {
  it("W05 comes without the session cookie: the account is linked to who began, after one hop", async () => {
    const shop = app(strategy);
    const tab = shop.browser();
    const hopped = await hop(tab);
    expect(routeOf(hopped)).toMatch(/^callback\/rogue\?flow=[\w-]+$/);
    expect(sessionCookiesSet(hopped)).toEqual([]);
    // Nothing was decided, nor asked of the provider.
    expect(rogue.count("/token")).toBe(0);
    expect(owners(shop)).toEqual([]);
    const done = await tab.get(routeOf(hopped));
    expect(shop.log.codes("error")).toEqual([]);
    expect(location(done)).toBe("https://app.test/inbox");
    expect(owners(shop)).toEqual([ada.id]);
    expect(await tab.session()).toMatchObject({ user: { name: ada.name } });
    expect(pendingFlows(tab)).toEqual([]);
    expect([...shop.store.users.keys()]).toEqual(["1", "2"]);
  });

  it("W05 to a browser in which nobody was signed in: no hop", async () => {
    const shop = app(strategy);
    const tab = shop.browser();
    const request = await begin(tab);
    const done = await postFromProvider(tab, answerTo(rogue, request));
    expect(location(done)).toBe("https://app.test");
    expect(await tab.session()).toMatchObject({ user: { name: "Pat" } });
  });

  it("W05 and somebody else signed in meanwhile: not linked to them", async () => {
    const shop = app(strategy);
    const tab = shop.browser();
    const hopped = await hop(tab);
    await tab.signOut();
    await tab.signIn(gracesForm);
    await tab.get(routeOf(hopped));
    expect(owners(shop)).not.toContain("2");
    expect(owners(shop)).not.toContain(ada.id);
  });
});

describe("the hop", () => {
  it("W06 is good once: the second time nothing happens, in no browser", async () => {
    const shop = app();
    const tab = shop.browser();
    const route = routeOf(await hop(tab));
    const before = tab.copy();
    await tab.get(route);
    const [again, elsewhere] = [await tab.get(route), await before.get(route)];
    for (const response of [again, elsewhere]) {
      expect(location(response)).toContain("/auth/error");
      expect(sessionCookiesSet(response)).toEqual([]);
    }
    expect(rogue.count("/token")).toBe(1);
  });

  it("W06 does not let the same answer be posted again", async () => {
    const shop = app();
    const tab = shop.browser();
    await tab.signIn(adasForm);
    const request = await begin(tab);
    const form = answerTo(rogue, request);
    const early = tab.copy();
    await postFromProvider(tab, form);
    for (const one of [early, tab]) {
      expect(location(await postFromProvider(one, form))).toContain("/auth/error");
    }
    expect(rogue.count("/token")).toBe(0);
  });

  it("W06 is for the browser that brought the answer: its address is nothing to others", async () => {
    const shop = app();
    const route = routeOf(await hop(shop.browser()));
    const other = shop.browser();
    await other.signIn(gracesForm);
    expect(location(await other.get(route))).toContain("/auth/error");
    expect(owners(shop)).toEqual([]);
  });

  it("W06 tells nothing of the answer in its address, nor readably in its cookie", async () => {
    const shop = app();
    const tab = shop.browser();
    await tab.signIn(adasForm);
    const form = answerTo(rogue, await begin(tab));
    const response = await postFromProvider(tab, form);
    const [line = ""] = response.headers
      .getSetCookie()
      .filter((one) => one.includes("latchkey.flow") && !one.includes("Max-Age=0"));
    expect(line).toMatch(/HttpOnly/);
    expect(line).toMatch(/SameSite=Lax/);
    for (const value of Object.values(form)) {
      expect(location(response) + line).not.toContain(value);
    }
  });

  it("W06 without an answer, a GET is refused as ever; with the record alone nothing happens", async () => {
    const shop = app();
    const tab = shop.browser();
    await tab.signIn(adasForm);
    const request = await begin(tab);
    const refused = await tab.get("callback/rogue?code=x&state=y");
    expect(refused.status).toBe(405);
    expect(refused.headers.get("allow")).toBe("POST, OPTIONS");
    const id = request.searchParams.get("state")?.split(".")[0] ?? "";
    expect(location(await tab.get(`callback/rogue?flow=${id}`))).toContain("/auth/error");
    expect(rogue.count("/token")).toBe(0);
  });

  it("W06 ends at the provider it began with", async () => {
    const shop = app();
    const tab = shop.browser();
    const route = routeOf(await hop(tab)).replace("/rogue", "/other");
    expect(location(await tab.get(route))).toContain("/auth/error");
    expect(owners(shop)).toEqual([]);
  });

  it("W06 does nothing for a program that fetches ahead, and the person still arrives", async () => {
    const shop = app();
    const tab = shop.browser();
    const route = routeOf(await hop(tab));
    const ahead = await tab.get(route, { headers: { "sec-purpose": "prefetch" } });
    expect(ahead.status).toBe(503);
    expect(location(await tab.get(route))).toBe("https://app.test/inbox");
  });

  describe("takes too long", () => {
    const clock = useClock();
    it("W06 after two minutes: over", async () => {
      const shop = app();
      const tab = shop.browser();
      const route = routeOf(await hop(tab));
      const late = shop.browser();
      for (const name of tab.cookieNames()) late.plant(name, tab.cookie(name) ?? "");
      clock.pass(3 * 60);
      expect(location(await late.get(route))).toContain("/auth/error");
      expect(owners(shop)).toEqual([]);
    });
  });
});
