import { accountPage } from "latchkey/plugins/account-page";
import { audit, type AuditEvent } from "latchkey/plugins/audit";
import { describe, expect, it } from "vitest";
import {
  app,
  approved,
  authorizeQuery,
  bearerWorld,
  challengeOf,
  requestIn,
  tokensIn,
  verifier,
} from "../support/bearer-world.js";
import { location } from "../support/client.js";
import { gracesForm, renewSecret, strategies } from "../support/config.js";

describe.each(strategies)("sessions of apps, strategy %s", (strategy) => {
  const world = () => bearerWorld(strategy);
  const errorOf = async (answer: Response): Promise<unknown> => {
    expect(answer.status).toBe(400);
    return answer.json();
  };
  const invalidGrant = { error: "invalid_grant" };

  it("FF08 a stolen refresh token that is used second ends the session for both", async () => {
    const { tokens, refresh, session } = world();
    const stolen = await tokens();
    const owners = await tokensIn(await refresh(stolen.refresh));
    expect(await errorOf(await refresh(stolen.refresh))).toEqual(invalidGrant);
    expect(await errorOf(await refresh(owners.refresh))).toEqual(invalidGrant);
    for (const { access } of [stolen, owners]) expect(await session(access)).toBeNull();
  });

  it("FF09 one that is used first works until its owner uses it, then for nobody", async () => {
    const { tokens, refresh, session } = world();
    const owners = await tokens();
    const thiefs = await tokensIn(await refresh(owners.refresh));
    expect(await session(thiefs.access)).not.toBeNull();
    expect(await errorOf(await refresh(owners.refresh))).toEqual(invalidGrant);
    expect(await session(thiefs.access)).toBeNull();
    expect(await errorOf(await refresh(thiefs.refresh))).toEqual(invalidGrant);
  });

  it("FF10 one that is used ten times at once works once at most, and then no more", async () => {
    const { tokens, refresh, session } = world();
    const { refresh: token } = await tokens();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(token)));
    const won = answers.filter(({ ok }) => ok);
    expect(won.length).toBeLessThanOrEqual(1);
    for (const answer of won) {
      const { access, refresh: next } = await tokensIn(answer);
      expect(await session(access)).toBeNull();
      expect(await errorOf(await refresh(next))).toEqual(invalidGrant);
    }
  });

  it("FF11 an intercepted code is worth nothing without the verifier", async () => {
    const { code, redeem } = world();
    for (const code_verifier of ["", "another", await challengeOf(verifier), `${verifier} `]) {
      const taken = await code();
      expect(await errorOf(await redeem(taken, { code_verifier }))).toEqual(invalidGrant);
      expect(await errorOf(await redeem(taken))).toEqual(invalidGrant);
    }
  });

  it("FF12 no code is given without PKCE by SHA-256", async () => {
    const { signedIn } = world();
    const ours = await signedIn();
    for (const more of [
      { code_challenge: "" },
      { code_challenge_method: "plain", code_challenge: verifier },
      { code_challenge_method: "" },
      { response_type: "token" },
    ]) {
      const answer = await ours.get(await authorizeQuery(more));
      expect(await errorOf(answer)).toEqual({ error: "invalid_request" });
    }
  });

  it("FF13 a code works once: a second use ends what came of the first", async () => {
    const { code, redeem, session, refresh } = world();
    const one = await code();
    const { access, refresh: token } = await tokensIn(await redeem(one));
    expect(await errorOf(await redeem(one))).toEqual(invalidGrant);
    expect(await session(access)).toBeNull();
    expect(await errorOf(await refresh(token))).toEqual(invalidGrant);
  });

  it("FF14 a code belongs to the app and the address that it was made for", async () => {
    const { code, redeem } = world();
    for (const fields of [
      { client_id: "other" },
      { redirect_uri: "http://127.0.0.1:5100/signed-in" },
      { redirect_uri: "" },
    ]) {
      expect(await errorOf(await redeem(await code(), fields))).toEqual(invalidGrant);
    }
  });

  it("FF15 no link signs an app in: a person who sees its name has to say yes", async () => {
    const { signedIn, browser } = world();
    const ours = await signedIn();
    const page = await ours.get(await authorizeQuery());
    expect(page.status).toBe(200);
    expect(await page.clone().text()).toContain(app.name);
    expect(page.headers.get("x-frame-options")).toBe("DENY");
    const request = await requestIn(page);
    const fields = { request, answer: "yes" };
    expect(location(await ours.post("bearer/approve", fields))).toContain("MissingCSRF");
    const graces = browser();
    await graces.signIn(gracesForm);
    expect((await graces.submit("bearer/approve", fields)).status).toBe(400);
    expect((await browser().submit("bearer/approve", fields)).status).toBe(401);
  });

  it("FF16 another app or address is told to nobody", async () => {
    const { signedIn } = world();
    const ours = await signedIn();
    for (const more of [
      { redirect_uri: "com.evil.app:/signed-in" },
      { redirect_uri: "com.example.app:/signed-in/../else" },
      { redirect_uri: "http://127.0.0.1.evil.test/signed-in" },
      { redirect_uri: "http://127.0.0.1@evil.test/signed-in" },
      { redirect_uri: "http://localhost/signed-in" },
      // A parser makes the same address of these, or of what a redirect to them leads to.
      { redirect_uri: " http://127.0.0.1:5100/signed-in" },
      { redirect_uri: "http://127.0.0.1:5100/signed-in\n" },
      { redirect_uri: "http:\\\\127.0.0.1:5100\\signed-in" },
      { redirect_uri: "http:127.0.0.1/signed-in" },
      { redirect_uri: "http://127.1:5100/signed-in" },
      { redirect_uri: "http://2130706433/signed-in" },
      { redirect_uri: "http://①27.0.0.1/signed-in" },
      { redirect_uri: "http://127.0.0.1:5100/else/../signed-in" },
      { redirect_uri: "http://127.0.0.1:5100/signed-in?" },
      { redirect_uri: "http://127.0.0.1:99999/signed-in" },
      { client_id: "evil" },
      { client_id: "__proto__" },
    ]) {
      const answer = await ours.get(await authorizeQuery(more));
      expect(answer.status).toBe(400);
      expect(answer.headers.get("location")).toBeNull();
    }
  });

  it("FF17 a token in a URL, a form or a cookie is nobody's, and none is in a log or an event", async () => {
    const events: AuditEvent[] = [];
    const made = bearerWorld(strategy, { with: [audit((event) => void events.push(event))] });
    const { tokens, browser, session, refresh, log } = made;
    const { access, refresh: token } = await tokens();
    const ours = browser();
    expect(
      await (await ours.get(`session?access_token=${access}&token=${access}`)).json(),
    ).toBeNull();
    ours.plant("__Secure-authjs.session-token", access);
    expect(await ours.session()).toBeNull();
    expect(await session(token)).toBeNull();
    await session(access);
    await refresh(token);
    await refresh(token);
    const written = JSON.stringify([log.entries, events]);
    for (const secret of [access, token]) expect(written).not.toContain(secret.slice(20, 60));
  });

  it("FF18 a token of one tenant is nobody's at another", async () => {
    const first = world();
    const { access, refresh: token } = await first.tokens();
    renewSecret();
    const second = world();
    expect(await second.session(access)).toBeNull();
    expect(await errorOf(await second.refresh(token))).toEqual(invalidGrant);
    expect(await first.session(access)).not.toBeNull();
  });

  it("FF19 a token that was changed, or is of another kind, is nobody's", async () => {
    const { tokens, session, refresh, send } = world();
    const { access, refresh: token } = await tokens();
    for (const at of [4, 30, 120, access.length - 1]) {
      const other = access[at] === "A" ? "B" : "A";
      expect(await session(access.slice(0, at) + other + access.slice(at + 1))).toBeNull();
    }
    expect(await session(`lka_${token.slice(4)}`)).toBeNull();
    expect(await errorOf(await refresh(`lkr_${access.slice(4)}`))).toEqual(invalidGrant);
    await send("bearer/revoke", { token: access });
    expect(await session(access)).not.toBeNull();
  });

  it("FF20 an app's session is no recent sign-in: it can't change how the account is protected", async () => {
    const made = bearerWorld(strategy, { with: [accountPage()] });
    const { tokens, browser, session } = made;
    const { access } = await tokens();
    const headers = { authorization: `Bearer ${access}`, "x-auth-return-redirect": "1" };
    const fields = { provider: "idp", account: "1" };
    const answer = await browser().post("account/unlink", fields, { headers });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: "FreshSignInRequired" });
    expect(await session(access)).not.toBeNull();
  });

  it("FF21 what an app is answered with sets no cookies, and what it sends in them counts for nothing", async () => {
    const { tokens, signedIn, session } = world();
    const { access } = await tokens();
    const graces = await signedIn();
    const headers = { authorization: `Bearer ${access.slice(0, -2)}` };
    const answer = await graces.get("session", { headers });
    expect(await answer.json()).toBeNull();
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await session(access)).not.toBeNull();
    expect(await graces.session()).not.toBeNull();
    const back = await approved(graces);
    expect(back.searchParams.get("code")).toMatch(/^[\w-]{43}$/);
  });

  it("FF48 a program's token lets in no other program: that takes the user's browser", async () => {
    const { tokens, signedIn, browser, session } = world();
    const { access } = await tokens();
    const headers = { authorization: `Bearer ${access}` };
    const asked = await browser().get(await authorizeQuery(), { headers });
    expect(location(asked)).toMatch(/^https:\/\/app\.test\/auth\/signin\?/);
    const ours = await signedIn();
    const request = await requestIn(await ours.get(await authorizeQuery()));
    const fields = { request, answer: "yes" };
    const answer = await browser().post("bearer/approve", fields, { headers });
    expect(await errorOf(answer)).toEqual({ error: "invalid_request" });
    const both = await ours.submit("bearer/approve", fields, { headers });
    expect(await errorOf(both)).toEqual({ error: "invalid_request" });
    expect(await session(access)).not.toBeNull();
  });
});
