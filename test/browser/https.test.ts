import { once } from "node:events";
import { createServer } from "node:https";
import { describe, expect, it, onTestFinished } from "vitest";
import { openBrowser } from "../support/browser.js";
import { strategies, type Strategy } from "../support/config.js";
import { ada, createDemo } from "../support/demo.js";
import { selfSigned } from "../support/demo-certificate.js";
import { fillIn } from "../support/demo-page.js";

const browser = await openBrowser();

async function startHttps(strategy: Strategy): Promise<string> {
  const server = createServer(selfSigned(), await createDemo(strategy));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  return `https://localhost:${address.port}`;
}

const isOfSession = (name: string): boolean => name.includes("session-token");

describe.skipIf(browser.skip)("a site on https", { timeout: 60_000 }, () => {
  it.each(strategies)(
    "[AUT-8] keeps its cookies to itself and to https, with %s sessions",
    async (strategy) => {
      const origin = await startHttps(strategy);
      const page = await browser.newPage({ ignoreHTTPSErrors: true });
      await page.goto(`${origin}/protected`);
      await fillIn(page, ada);
      await page.waitForURL(`${origin}/protected`);
      const cookies = await page.context().cookies();
      const [session, ...others] = cookies
        .map(({ name }) => name)
        .sort((a, b) => Number(isOfSession(b)) - Number(isOfSession(a)));
      expect(session).toBe("__Secure-authjs.session-token");
      expect(others).toContain("__Host-latchkey.csrf-token");
      for (const name of others) expect(name).toMatch(/^__Host-latchkey\./);
      for (const { secure, httpOnly, path } of cookies) {
        expect({ secure, httpOnly, path }).toEqual({ secure: true, httpOnly: true, path: "/" });
      }
      await page.getByRole("link", { name: "Sign out" }).first().click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.waitForURL(`${origin}/`);
      const left = (await page.context().cookies()).map(({ name }) => name);
      expect(left.filter(isOfSession)).toEqual([]);
    },
  );
});
