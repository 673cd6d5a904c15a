import { once } from "node:events";
import { createServer } from "node:https";
import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { MiddlewareAuth } from "latchkey/express";
import express from "express";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { openBrowser } from "../support/browser.js";
import { ada, password, people, secret, storedUser, strategies } from "../support/config.js";
import type { Strategy } from "../support/config.js";
import { selfSigned } from "../support/demo-certificate.js";
import { startOpenId } from "../support/oauth/openid.js";

const browser = await openBrowser();

/** A site on https, and a provider on another site that answers by posting a form. */
async function open(strategy: Strategy) {
  const app = express();
  const server = createServer(selfSigned(), app);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  const origin = `https://localhost:${address.port}`;
  const provider = await startOpenId({
    client: { redirect_uris: [`${origin}/auth/callback/op`] },
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await provider.stop();
  });
  const store = createMemoryStore();
  store.users.set(ada.id, storedUser(ada));
  store.emails.set(ada.email, ada.id);
  const posting = {
    id: "op",
    name: "Poster",
    type: "oidc",
    issuer: provider.issuer,
    clientId: "client-1",
    clientSecret: "a secret that both of them know: 5f1a",
    authorization: { params: { response_mode: "form_post" } },
  } as const;
  const config = {
    secret,
    url: origin,
    session: { strategy },
    adapter: MemoryAdapter(store),
    providers: [people, posting],
  };
  app.use("/auth/*splat", MiddlewareAuth(config));
  app.get("/done", (_, response) => void response.type("html").send("<h1>Done</h1>"));
  app.get("/", (_, response) => void response.type("html").send("<h1>Home</h1>"));
  return { origin, store };
}

/** The provider isn't on https here: the policy of the built-in page must let the form lead there. */
async function press(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/auth/signin?callbackUrl=%2Fdone`);
  await page.getByRole("button", { name: "Poster" }).click();
  await page.waitForURL(`${origin}/done`);
}

describe.skipIf(browser.skip)(
  "a provider that posts from its own site",
  { timeout: 60_000 },
  () => {
    it.each(strategies)(
      "W05 is linked to whoever is signed in, with %s sessions, and signs in from then on",
      async (strategy) => {
        const { origin, store } = await open(strategy);
        const page = await browser.newPage({ ignoreHTTPSErrors: true });
        const posts: (string | undefined)[] = [];
        page.on("request", (request) => {
          if (request.method() !== "POST" || !request.url().includes("/callback/op")) return;
          posts.push(request.postData() ?? undefined);
        });
        await page.goto(`${origin}/auth/signin?callbackUrl=%2F`);
        await page.getByLabel("Username").fill("ada");
        await page.getByLabel("Password").fill(password);
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
        await page.waitForURL(`${origin}/`);

        await press(page, origin);
        expect(posts).toHaveLength(1);
        expect(posts[0]).toContain("code=");
        expect([...store.accounts.values()].map(({ userId }) => userId)).toEqual([ada.id]);
        expect(store.users.size).toBe(1);

        await page.context().clearCookies();
        await press(page, origin);
        await page.goto(`${origin}/auth/session`);
        expect(await page.textContent("body")).toContain(ada.name);
      },
    );
  },
);
