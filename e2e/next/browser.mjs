// examples/next in a real Chromium, with a real OpenID provider beside it.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { startOpenIdProvider } from "./openid-provider.mjs";

const programs = [
  process.env["LATCHKEY_TEST_CHROMIUM"],
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
];
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
];

/** The example, an OpenID provider and a browser. */
export async function startWithProvider(startExample, env) {
  const executablePath = programs.find((program) => program && existsSync(program));
  const provider = await startOpenIdProvider();
  const server = await startExample({ ...env, ...provider.env });
  provider.allow(server.origin);
  const browser = executablePath && (await chromium.launch({ executablePath, args: flags }));
  const stop = async () => {
    await browser?.close();
    await server.stop();
    provider.stop();
  };
  return { ...server, browser, stop };
}

/** Runs in a browser context of its own. */
const inContext = (scenario) => async (server) => {
  assert.ok(server.browser, "a Chromium; set LATCHKEY_TEST_CHROMIUM to its path");
  const context = await server.browser.newContext({ baseURL: server.origin });
  try {
    await scenario(await context.newPage(), context, server);
  } finally {
    await context.close();
  }
};

async function signIn(page, password = "correct horse") {
  await page.fill("#password [name=username]", "ada");
  await page.fill("#password [name=password]", password);
  await page.click("#password button");
}

const steps = {
  "[FUL-6][FUL-7] the form tells of a wrong password, and then signs in": async (page) => {
    await page.goto("/members");
    await page.waitForURL(/\/login/);
    await signIn(page, "wrong");
    await page.getByText("Wrong password").waitFor();
    await signIn(page);
    await page.getByText("Welcome, member Ada Lovelace").waitFor();
    await page.waitForURL(/\/members$/);
  },

  "[FUL-8] the server action signs out, and the page shows it": async (page) => {
    await page.goto("/login");
    await signIn(page);
    await page.getByText("Signed in as Ada Lovelace").waitFor();
    await page.goto("/");
    await page.click("#sign-out button");
    await page.getByText("Not signed in").waitFor();
  },

  "the session of the server is that of the client, without a request": async (page) => {
    await page.goto("/login");
    await signIn(page);
    await page.getByText("Signed in as").waitFor();
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto("/client");
    await page.locator("#name", { hasText: "Ada Lovelace" }).waitFor();
    await page.waitForTimeout(300);
    assert.deepEqual(
      asked.filter((path) => path.startsWith("/api/auth")),
      [],
    );
  },

  "a sign-out in one tab shows in the other": async (page, context) => {
    await page.goto("/login");
    await signIn(page);
    await page.getByText("Signed in as").waitFor();
    await page.goto("/client");
    const other = await context.newPage();
    await other.goto("/client");
    await other.locator("#status", { hasText: /^authenticated$/ }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.locator("#status", { hasText: "unauthenticated" }).waitFor();
    await other.locator("#status", { hasText: "unauthenticated" }).waitFor();
  },

  "[AUT-4] signs in with an OpenID provider whose id and secret are in the environment": async (
    page,
  ) => {
    await page.goto("/login?callbackUrl=/protected");
    await page.click("#sign-in-local button");
    await page.getByText("Only for").waitFor();
    await page.waitForURL(/\/protected$/);
    assert.match(await page.textContent("#secret"), /Only for Grace/);
  },

  "makes a passkey and signs in with it": async (page, context) => {
    const devtools = await context.newCDPSession(page);
    await devtools.send("WebAuthn.enable");
    await devtools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto("/login?callbackUrl=/api/me");
    await page.fill("#passkey input", "eve@example.com");
    await page.getByRole("button", { name: "Make a passkey" }).click();
    await page.waitForURL(({ pathname }) => pathname === "/api/me");
    assert.match(await page.textContent("body"), /eve@example\.com/);
    await context.clearCookies();
    await page.goto("/login?callbackUrl=/api/me");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL(({ pathname }) => pathname === "/api/me");
    assert.match(await page.textContent("body"), /eve@example\.com/);
  },
};

export const scenarios = Object.fromEntries(
  Object.entries(steps).map(([name, scenario]) => [`Chromium: ${name}`, inContext(scenario)]),
);
