import { expect, it, onTestFinished, vi } from "vitest";
import { ada, adasForm } from "../../support/config.js";
import { hushConsole, open, type Surroundings } from "./world.js";

const proxied = {
  host: "inner.test",
  origin: "https://app.test",
  "x-forwarded-host": "app.test",
  "x-forwarded-proto": "https",
  "x-forwarded-for": "203.0.113.9",
};

/** Production without AUTH_URL: the site is where a proxy says that the framework was told to trust. */
export function trustedProxyJourneys(around: Surroundings): void {
  const inProduction = (trustsProxy: boolean) => {
    const env = trustsProxy ? (around.host.proxyEnv ?? {}) : {};
    const unset = { AUTH_URL: undefined, NEXTAUTH_URL: undefined, AUTH_TRUST_HOST: undefined };
    const all = Object.entries({ ...unset, ...env, NODE_ENV: "production" });
    for (const [name, value] of all) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    return open(around, {
      strategy: "jwt",
      config: { trustHost: undefined },
      plan: { trustsProxy },
    });
  };

  it("in production a trusted proxy is enough: people sign in, and the application's pages know them", async () => {
    const { visitor, log } = await inProduction(true);
    const browser = visitor({ headers: proxied });
    expect((await browser.get("/who")).json()).toBeNull();
    const answer = await browser.signIn({ ...adasForm, callbackUrl: "/who" });
    expect(answer.headers.location).toBe("https://app.test/who");
    expect((await browser.get("/who")).json()).toMatchObject({ user: { name: ada.name } });
    expect((await browser.get("/account")).text).toBe("inside");
    expect(log.errors("UntrustedHost")).toEqual([]);
    expect(log.codes("warn")).not.toContain("weak-host");
  });

  it("in production nothing that a request says is enough by itself", async () => {
    hushConsole();
    const { visitor, log } = await inProduction(false);
    const browser = visitor({ headers: proxied });
    expect((await browser.route("signin")).status).toBe(500);
    expect(log.errors("UntrustedHost").length).toBeGreaterThan(0);
    expect((await browser.get("/account")).text).not.toBe("inside");
  });
}
