import { deviceFlow } from "latchkey/device";
import type { OIDCConfig } from "latchkey/providers";
import { beforeEach, describe, expect, it } from "vitest";
import { openId } from "../support/oauth/openid-app.js";
import type { OpenIdServer } from "../support/oauth/openid.js";
import { oidc } from "../support/oauth/journey.js";
import { rogueOfFile } from "../support/oauth/rogue-of-file.js";

const grant = "urn:ietf:params:oauth:grant-type:device_code";

function openWithDevices() {
  return openId({
    client: {
      client_secret: undefined,
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", grant],
    },
    configuration: { features: { deviceFlow: { enabled: true } } },
  });
}

const provider = (issuer: string): OIDCConfig => ({
  id: "op",
  name: "OpenID",
  type: "oidc",
  issuer,
  clientId: "client-1",
});

/** The person opens the address in a browser and presses the button. */
async function decide(server: OpenIdServer, address: string, decision: "yes" | "abort") {
  const cookies = new Map<string, string>();
  const send = async (url: URL, form?: URLSearchParams): Promise<string> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie },
      ...(form && { method: "POST", body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const target = response.headers.get("location");
    return target === null ? response.text() : send(new URL(target, url));
  };
  const typed = await send(new URL(address));
  const fields = [...typed.matchAll(/name="(xsrf|user_code)"[^>]*value="([^"]*)"/g)];
  const form = new URLSearchParams(fields.map(([, name = "", value = ""]) => [name, value]));
  const asked = await send(new URL("/device", server.issuer), form);
  const again = [...asked.matchAll(/name="(xsrf|user_code)"[^>]*value="([^"]*)"/g)];
  const answer = new URLSearchParams(again.map(([, name = "", value = ""]) => [name, value]));
  answer.set(decision === "yes" ? "confirm" : "abort", "yes");
  await send(new URL("/device", server.issuer), answer);
}

describe("sign-in at a command line, at a certified OpenID provider", { timeout: 30_000 }, () => {
  it("gives tokens and the person once somebody has agreed in a browser", async () => {
    const server = await openWithDevices();
    const code = await deviceFlow(provider(server.issuer)).begin();
    expect(code.userCode).toMatch(/^[A-Z\d-]{8,}$/);
    expect(code.verificationUri).toBe(`${server.issuer}/device`);
    expect(code.expiresAt.getTime()).toBeGreaterThan(Date.now());
    const result = code.poll();
    await decide(server, code.verificationUriComplete ?? "", "yes");
    expect(await result).toMatchObject({
      user: { name: "Pat Example", email: "pat@example.org" },
      account: { provider: "op", providerAccountId: "pat", type: "oidc", token_type: "bearer" },
      profile: { sub: "pat" },
    });
  });

  it("rejects with the provider's reason when the person refuses", async () => {
    const server = await openWithDevices();
    const code = await deviceFlow(provider(server.issuer)).begin();
    const result = code.poll();
    await decide(server, code.verificationUriComplete ?? "", "abort");
    await expect(result).rejects.toMatchObject({
      type: "OAuthCallbackError",
      cause: { error: "access_denied" },
    });
  });
});

const rogue = await rogueOfFile();
beforeEach(() => {
  rogue.metadata = { device_authorization_endpoint: `${rogue.issuer}/device` };
  rogue.answers.set("/device", { json: started });
});

const started = {
  ...{
    device_code: "device-1",
    user_code: "WDJB-MJHT",
    verification_uri: "https://id.test/device",
  },
  ...{ expires_in: 60, interval: 0.05 },
};

async function tokensOf(claims: Record<string, unknown> = {}) {
  const id_token = await rogue.signIdToken(null, { claims });
  return { json: { access_token: "access-1", token_type: "Bearer", id_token } };
}

const error = (code: string) => ({ status: 400, json: { error: code } });

describe("waiting for somebody to agree", () => {
  it("goes on while nobody has, and when the network fails for a moment", async () => {
    const answers = [
      error("authorization_pending"),
      { raw: (response: { destroy(): void }) => void response.destroy() },
      await tokensOf(),
    ];
    const code = await deviceFlow(oidc(rogue)).begin({ scope: "openid" });
    rogue.answers.set("/token", answers[0] ?? {});
    const watch = setInterval(() => {
      const next = answers[Math.min(rogue.count("/token"), 2)];
      if (next) rogue.answers.set("/token", next);
    }, 5);
    const { user } = await code.poll();
    clearInterval(watch);
    expect(user.name).toBe("Pat");
    expect(rogue.count("/token")).toBeGreaterThanOrEqual(3);
    const [asked] = rogue.hits.filter(({ path }) => path === "/device");
    expect(asked?.form.get("scope")).toBe("openid");
    const [polled] = rogue.hits.filter(({ path }) => path === "/token");
    expect(polled?.form.get("grant_type")).toBe(grant);
  });

  it("is slower when the provider says so", async () => {
    rogue.answers.set("/token", error("slow_down"));
    const code = await deviceFlow(oidc(rogue)).begin();
    const aborted = code.poll({ signal: AbortSignal.timeout(400) });
    await expect(aborted).rejects.toThrow();
    expect(rogue.count("/token")).toBe(1);
  });

  it("ends when the time is over, or it is given up, and asks no more then", async () => {
    rogue.answers.set("/token", error("authorization_pending"));
    rogue.answers.set("/device", { json: { ...started, expires_in: 0.3 } });
    const code = await deviceFlow(oidc(rogue)).begin();
    await expect(code.poll()).rejects.toMatchObject({ cause: { error: "expired_token" } });
    const given = code.poll({ signal: AbortSignal.abort(new Error("enough")) });
    await expect(given).rejects.toThrow();
    const asked = rogue.count("/token");
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(rogue.count("/token")).toBe(asked);
  });

  it.each([
    ["another audience", { aud: "client-2" }],
    ["another issuer", { iss: "https://evil.example" }],
    ["a nonce nobody sent", { nonce: "n" }],
  ])("an ID token with %s is refused", async (_, claims) => {
    rogue.answers.set("/token", await tokensOf(claims));
    const code = await deviceFlow(oidc(rogue)).begin();
    await expect(code.poll()).rejects.toMatchObject({ type: "OAuthCallbackError" });
  });

  it("a provider that has no such endpoint is told, and one can be named", async () => {
    rogue.metadata = {};
    await expect(deviceFlow(oidc(rogue)).begin()).rejects.toMatchObject({
      type: "OAuthSignInError",
      cause: { provider: "rogue" },
    });
    const deviceAuthorization = `${rogue.issuer}/device`;
    const named = deviceFlow(oidc(rogue), { deviceAuthorization });
    expect((await named.begin()).userCode).toBe("WDJB-MJHT");
    const inside = deviceFlow(oidc(rogue), { deviceAuthorization: "http://10.0.0.1/device" });
    await expect(inside.begin()).rejects.toMatchObject({ type: "OAuthSignInError" });
  });
});
