import express from "express";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { getSession, MiddlewareAuth } from "latchkey/express";
import { idTokens } from "latchkey/oauth";
import Google from "latchkey/providers/google";
import Passkey from "latchkey/providers/passkey";
import { privateOrigins } from "latchkey";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { recorder, secret, type TestConfig } from "../support/config.js";
import { watch } from "../support/demo-page.js";
import { serve } from "../support/express-host.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const browser = await openBrowser();
let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());

/** What the provider's script does here: it puts up a button in a frame of its own, and asks the provider. */
const client = `
  window.google = { accounts: { id: {
    initialize(options) { window.given = options; },
    async prompt() {
      const frame = document.createElement("iframe");
      frame.src = new URL("frame", "BASE").href;
      document.body.append(frame);
      const { nonce, client_id, callback } = window.given;
      const url = new URL("token", "BASE");
      url.search = new URLSearchParams({ nonce, client_id });
      const { credential } = await (await fetch(url)).json();
      callback({ credential });
    },
  } } };
`;

async function start(options: { oneTap: boolean }) {
  const gsi = express();
  const base = `${await serve(gsi)}/gsi/`;
  gsi.get("/gsi/client", (_req, res) => res.type("js").send(client.replaceAll("BASE", base)));
  gsi.get("/gsi/frame", (_req, res) => res.type("html").send("<p>Continue as Pat</p>"));
  gsi.get("/gsi/token", (req, res, next) => {
    const asked = new URL(req.url, "http://localhost").searchParams;
    const nonce = asked.get("nonce") ?? "";
    rogue
      .signIdToken(nonce, { claims: { aud: asked.get("client_id") } })
      .then((credential) => res.set("access-control-allow-origin", "*").json({ credential }))
      .catch(next);
  });
  const google = Google({
    ...{ clientId: "client-1", clientSecret: "secret-1", issuer: rogue.issuer },
    [privateOrigins]: [rogue.issuer],
    ...(options.oneTap && { idTokens: idTokens({ oneTap: base }) }),
  });
  const { log, config } = configOf({ providers: [google, Passkey()] });
  const app = express();
  app.use("/auth", MiddlewareAuth(config));
  app.get("/", (req, res, next) => {
    getSession(req, config)
      .then((session) => res.type("text").send(session?.user?.email ?? "nobody"))
      .catch(next);
  });
  return { origin: (await serve(app)).replace("127.0.0.1", "localhost"), log };
}

function configOf({ providers }: Pick<TestConfig, "providers">) {
  const log = recorder();
  const config: TestConfig = {
    ...{ providers, secret, trustHost: true, logger: log.logger, adapter: MemoryAdapter() },
  };
  return { log, config };
}

describe.skipIf(browser.skip)("One Tap", { timeout: 90_000 }, () => {
  it("signs in on the sign-in page, within its CSP", async () => {
    const { origin, log } = await start({ oneTap: true });
    const page = await browser.newPage();
    const seen = watch(page);
    await page.goto(`${origin}/auth/signin?callbackUrl=/`);
    await page.waitForURL(`${origin}/`);
    expect(await page.textContent("body")).toBe(rogue.person.email);
    expect(log.codes("error")).toEqual([]);
    expect([seen.refused, seen.errors]).toEqual([[], []]);
  });

  it("isn't on a page that asks for a recent sign-in, nor where it isn't turned on", async () => {
    const on = await fetch(`${(await start({ oneTap: true })).origin}/auth/signin`);
    expect(await on.text()).toContain("one-tap.js");
    expect(on.headers.get("content-security-policy")).toContain("frame-src http://127.0.0.1");
    const { origin } = await start({ oneTap: true });
    const off = await start({ oneTap: false });
    for (const url of [`${origin}/auth/signin?prove=1`, `${off.origin}/auth/signin`]) {
      const page = await fetch(url);
      expect(await page.text()).not.toContain("one-tap");
      expect(page.headers.get("content-security-policy")).not.toContain("frame-src");
      expect(page.headers.get("cross-origin-opener-policy")).toBe("same-origin");
    }
    expect((await fetch(`${off.origin}/auth/assets/one-tap.js`)).status).toBe(404);
  });
});
