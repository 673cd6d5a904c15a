import { idTokens } from "latchkey/oauth";
import { audit, type AuditEvent } from "latchkey/plugins/audit";
import { definePlugin } from "latchkey/plugin";
import { twoFactor } from "latchkey/plugins/two-factor";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { tokensIn } from "../support/bearer-world.js";
import { minute, useClock } from "../support/clock.js";
import { ada, renewSecret, strategies } from "../support/config.js";
import { begun, errorIn, idTokenWorld, phone, posted } from "../support/id-token-world.js";
import { begin } from "../support/oauth/journey.js";
import { errorPage, overPage } from "../support/oauth/refused.js";
import { RogueProvider, signingKey } from "../support/oauth/rogue.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

const clock = useClock();

describe.each(strategies)("posted ID tokens, strategy %s", (strategy) => {
  const world = (options: Parameters<typeof idTokenWorld>[2] = {}) =>
    idTokenWorld(rogue, strategy, options);

  it("a page signs in with one, and a program does", async () => {
    const events: AuditEvent[] = [];
    const { browser, withToken, session, store, log } = world({
      with: [audit((event) => void events.push(event))],
    });
    const tab = browser();
    const { nonce, state } = await begun(tab);
    const answer = await posted(tab, state, await rogue.signIdToken(nonce, {}));
    expect(log.codes("error")).toEqual([]);
    expect(location(answer)).toBe("https://app.test");
    expect(await tab.session()).toMatchObject({ user: { email: rogue.person.email } });
    // The same person, so the same user: no second one is created.
    const told = await withToken({ claims: { aud: phone, azp: phone } });
    // RFC 8693, section 2.2.1.
    expect(await told.clone().json()).toMatchObject({
      issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
      token_type: "Bearer",
    });
    expect(told.headers.get("cache-control")).toContain("no-store");
    const { access } = await tokensIn(told);
    expect(await session(access)).toMatchObject({ user: { email: rogue.person.email } });
    expect(store.users.size).toBe(3);
    const [account] = [...store.accounts.values()];
    expect(account).toMatchObject({ provider: "rogue", providerAccountId: rogue.person.sub });
    expect(account?.id_token).toBeUndefined();
    expect(events.map(({ type }) => type)).toContain("sign-in.succeeded");
    expect(rogue.paths()).not.toContain("/token");
  });

  it("FF22 a token for another client, or asked for by one, signs nobody in", async () => {
    const { withToken, store } = world();
    for (const claims of [
      { aud: "another" },
      { aud: ["another", "client-1"] },
      { aud: ["another", "client-1"], azp: "another" },
      { azp: "another" },
      { aud: phone, azp: "another" },
      { aud: undefined },
    ]) {
      expect(await errorIn(await withToken({ claims }))).toBe("invalid_grant");
    }
    expect(store.accounts.size).toBe(0);
  });

  it("FF22 the id of another app counts only where the site lists it", async () => {
    const { withToken } = world({ provider: { idTokens: idTokens() } });
    expect(await errorIn(await withToken({ claims: { aud: phone } }))).toBe("invalid_grant");
    expect((await withToken({ claims: { azp: "client-1" } })).status).toBe(200);
  });

  it("FF23 a token without the nonce, with an older one or another program's signs nobody in", async () => {
    const { nonceFor, exchange, store } = world();
    const [first, second] = [await nonceFor(), await nonceFor()];
    for (const nonce of [null, first.nonce, "", `${second.nonce} `]) {
      const { request } = await nonceFor();
      const token = await rogue.signIdToken(nonce, {});
      expect(await errorIn(await exchange(request, token))).toBe("invalid_grant");
    }
    expect(store.accounts.size).toBe(0);
  });

  it("FF24 a nonce works once, even for ten at the same time", async () => {
    const { nonceFor, exchange } = world();
    const { nonce, request } = await nonceFor();
    const token = await rogue.signIdToken(nonce, {});
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(request, token)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await errorIn(await exchange(request, token))).toBe("invalid_grant");
  });

  it("FF24 in a browser, too, and after 15 minutes not at all", async () => {
    const { browser } = world();
    const tab = browser();
    const { nonce, state } = await begun(tab);
    const before = tab.copy();
    const token = await rogue.signIdToken(nonce, {});
    expect(location(await posted(tab, state, token))).toBe("https://app.test");
    expect(location(await posted(before, state, token))).toBe(overPage);
    const late = browser();
    const asked = await begun(late);
    const itsToken = await rogue.signIdToken(asked.nonce, {
      claims: { exp: Math.floor(Date.now() / 1000) + 3600 },
    });
    clock.pass(16 * minute);
    expect(location(await posted(late, asked.state, itsToken))).toBe(overPage);
  });

  it("FF25 a token that is signed by another key, has expired, or is of another issuer signs nobody in", async () => {
    const { withToken, store } = world();
    const now = Math.floor(Date.now() / 1000);
    const key = await signingKey("key-1");
    for (const changes of [
      { key },
      { header: { typ: "at+jwt" } },
      { claims: { exp: now - 600 } },
      { claims: { iat: now - 2 * 24 * 3600 } },
      { claims: { iat: now + 3600 } },
      { claims: { iss: "https://another.test" } },
      { claims: { sub: undefined } },
    ]) {
      expect(await errorIn(await withToken(changes))).toBe("invalid_grant");
    }
    const none = `${btoa('{"alg":"none"}')}.${btoa("{}")}.`;
    const { nonceFor, exchange } = world();
    for (const token of [none, "", "a.b.c", "x".repeat(20_000)]) {
      const answer = await exchange((await nonceFor()).request, token);
      expect(await errorIn(answer)).toMatch(/^invalid_(grant|request)$/);
    }
    expect(store.accounts.size).toBe(0);
  });

  it("FF26 another site can't post one: the form's token is asked for, whatever cookies there are", async () => {
    const { browser } = world();
    const tab = browser();
    const { nonce, state } = await begun(tab);
    const id_token = await rogue.signIdToken(nonce, {});
    const form = { id_token, state };
    for (const answer of [
      await tab.post("callback/rogue", form),
      await tab.post("callback/rogue", form, { from: "https://evil.test" }),
      await browser().post("callback/rogue", form, { from: "https://evil.test" }),
    ]) {
      expect(location(answer)).toContain("error=MissingCSRF");
    }
    expect(await tab.session()).toBeNull();
  });

  it("FF27 a browser's nonce is no use in another browser", async () => {
    const { browser } = world();
    const [owner, other] = [browser(), browser()];
    const { nonce, state } = await begun(owner);
    const token = await rogue.signIdToken(nonce, {});
    expect(location(await posted(other, state, token))).toBe(overPage);
    expect(await other.session()).toBeNull();
  });

  it("FF28 a sign-in by code isn't finished with an ID token, nor the other way round", async () => {
    const { browser } = world();
    const tab = browser();
    const request = await begin(tab);
    const [nonce, state] = ["nonce", "state"].map((name) => request.searchParams.get(name) ?? "");
    // Without `state` in its checks, a provider has one all the same.
    expect(location(await posted(tab, state ?? "", await rogue.signIdToken(nonce ?? "", {})))).toBe(
      overPage,
    );
    const other = browser();
    const asked = await begun(other);
    const code = rogue.issueCode(request);
    const back = `callback/rogue?${new URLSearchParams({ code, state: asked.state }).toString()}`;
    expect(location(await other.get(back))).toBe(overPage);
    expect([await tab.session(), await other.session()]).toEqual([null, null]);
  });

  it("FF29 the second factor isn't skipped: the program is told to open a browser", async () => {
    const { withToken, store } = world({ with: [twoFactor({ required: () => true })] });
    expect(await errorIn(await withToken())).toBe("interaction_required");
    expect(store.sessions.size).toBe(0);
  });

  it("FF30 an address that belongs to somebody isn't linked, and who is refused gets nothing", async () => {
    const { withToken, store } = world();
    expect(await errorIn(await withToken({ claims: { email: ada.email } }))).toBe("invalid_grant");
    expect(store.accounts.size).toBe(0);
    const strict = world({ config: { callbacks: { signIn: () => false } } });
    expect(await errorIn(await strict.withToken())).toBe("invalid_grant");
    const closed = world({
      with: [
        definePlugin({
          name: "closed",
          create: () => ({
            signIn: { policy: () => Promise.resolve({ kind: "empty", status: 403 }) },
          }),
        }),
      ],
    });
    expect(await errorIn(await closed.withToken())).toBe("interaction_required");
  });

  it("FF31 a nonce belongs to one program, one provider and one site", async () => {
    const { nonceFor, exchange, send } = world();
    const { nonce, request } = await nonceFor();
    const token = await rogue.signIdToken(nonce, {});
    const others = { client_id: "another" };
    expect(await errorIn(await exchange(request, token, others))).toBe("invalid_grant");
    expect(await errorIn(await exchange(`${request}x`, token))).toBe("invalid_grant");
    expect(await errorIn(await send("bearer/nonce", { client_id: "another" }))).toBe(
      "invalid_client",
    );
    renewSecret();
    expect(await errorIn(await world().exchange(request, token))).toBe("invalid_grant");
  });

  it("FF32 where it isn't turned on, no ID token is taken", async () => {
    const { send, browser } = world({ provider: { idTokens: undefined } });
    const form = { client_id: "app", provider: "rogue" };
    expect(await errorIn(await send("bearer/nonce", form))).toBe("invalid_request");
    const tab = browser();
    expect(location(await tab.submit("signin/rogue", { response_type: "id_token" }))).toContain(
      `${rogue.issuer}/authorize?`,
    );
    const answer = await tab.submit("callback/rogue", { id_token: "x", state: "y" });
    expect(answer.status).toBe(405);
  });

  it("FF33 a step-up isn't answered by a token that doesn't say when the user signed in", async () => {
    const { browser } = world();
    const tab = browser();
    const { nonce, state } = await begun(tab, "?max_age=60");
    const answer = await posted(tab, state, await rogue.signIdToken(nonce, {}));
    expect(location(answer)).toBe(errorPage);
    expect(await tab.session()).toBeNull();
  });
});
