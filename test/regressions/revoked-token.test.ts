import { sessionRegistry } from "latchkey/plugins/session-registry";
import { getToken, getUncheckedToken } from "latchkey/jwt";
import { manage } from "latchkey/manage";
import { memoryState } from "latchkey/state/memory";
import { describe, expect, it } from "vitest";
import { ada, adasForm, secret, world } from "../support/config.js";

describe("getToken with the configuration", () => {
  async function signedInWorld() {
    const { config, browser } = world("jwt", {
      session: { strategy: "jwt" },
      plugins: [sessionRegistry()],
      sharedState: memoryState(),
    });
    const here = browser();
    await here.signIn(adasForm);
    const req = new Request("https://app.test/", { headers: { cookie: here.cookieHeader() } });
    const authorization = `Bearer ${encodeURIComponent(here.sessionToken() ?? "")}`;
    return { config, here, req, bearing: { headers: { authorization } } };
  }

  it("gives the claims or the token of a session, out of a cookie or a header", async () => {
    const { config, here, req, bearing } = await signedInWorld();
    expect(await getToken({ req, config })).toMatchObject({ sub: ada.id });
    expect(await getToken({ req: bearing, config })).toMatchObject({ sub: ada.id });
    expect(await getToken({ req, config, raw: true })).toBe(here.sessionToken());
    expect(await getToken({ req: { headers: {} }, config })).toBeNull();
  });

  it("gives null once the session was ended; only the unchecked one goes on", async () => {
    const { config, req, bearing } = await signedInWorld();
    await manage(config).sessions.endAll(ada.id);
    expect(await getToken({ req, config })).toBeNull();
    expect(await getToken({ req, config, raw: true })).toBeNull();
    expect(await getToken({ req: bearing, config })).toBeNull();
    const unchecked = await getUncheckedToken({ req, secret, secureCookie: true });
    expect(unchecked).toMatchObject({ sub: ada.id });
  });
});
