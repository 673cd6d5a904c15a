// Takes the pictures of the pages that README and the site show, from what ships.
//   npm run pictures     needs Chromium (CHROMIUM names another than /usr/bin/chromium)
import { once } from "node:events";
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import express from "express";
import { chromium } from "playwright-core";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { MiddlewareAuth } from "latchkey/express";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { accountPage } from "latchkey/plugins/account-page";
import Apple from "latchkey/providers/apple";
import Credentials from "latchkey/providers/credentials";
import GitHub from "latchkey/providers/github";
import Google from "latchkey/providers/google";
import Nodemailer from "latchkey/providers/nodemailer";
import Passkey from "latchkey/providers/passkey";
import { memoryState } from "latchkey/state/memory";

process.env["NODE_ENV"] ||= "development";
const folder = fileURLToPath(new URL("../../docs/pictures", import.meta.url));
const client = { clientId: "id", clientSecret: "secret" };

/** A site with several sign-in methods. Ada has used two of them. */
async function makeConfig() {
  const adapter = MemoryAdapter();
  const ada = await adapter.createUser({
    id: "ada",
    name: "Ada Lovelace",
    email: "ada@example.com",
    emailVerified: new Date(),
  });
  for (const provider of ["github", "google"]) {
    const account = { provider, providerAccountId: "1", userId: ada.id };
    await adapter.linkAccount({ ...account, type: provider === "github" ? "oauth" : "oidc" });
  }
  return {
    adapter,
    secret: "a secret for pictures, seen by nobody else",
    sharedState: memoryState(),
    session: { strategy: "jwt" },
    plugins: [accountPage(), sessionRegistry()],
    providers: [
      GitHub(client),
      Google(client),
      Apple(client),
      Nodemailer({ server: "smtp://127.0.0.1:1", from: "hello@example.com" }),
      Passkey,
    ],
    ada,
  };
}

async function serve() {
  const { ada, ...config } = await makeConfig();
  const app = express();
  app.use("/auth", MiddlewareAuth(config));
  // The same site with a sign-in method that a script can use.
  const open = Credentials({ authorize: () => ada });
  app.use("/open", MiddlewareAuth({ ...config, basePath: "/open", providers: [open] }));
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/**
 * The host name shown on the pages. It resolves to the server above, and counts as a secure
 * context.
 */
const origin = "http://acorn.example";

async function signIn(page) {
  await page.goto(`${origin}/open/signin`);
  await page.getByRole("button").first().click();
  await page.waitForURL(`${origin}/`);
}

const card = { width: 520, height: 760 };
const looks = [
  { name: "sign-in-light", path: "signin", colorScheme: "light", viewport: card },
  { name: "sign-in-dark", path: "signin", colorScheme: "dark", viewport: card },
  { name: "account", path: "account", colorScheme: "light", viewport: { width: 600, height: 760 } },
];

const server = await serve();
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: [
    ...["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    `--host-resolver-rules=MAP acorn.example 127.0.0.1:${server.address().port}`,
    `--unsafely-treat-insecure-origin-as-secure=${origin}`,
  ],
});
mkdirSync(folder, { recursive: true });
for (const { name, path, ...options } of looks) {
  const page = await browser.newPage(options);
  if (path === "account") await signIn(page);
  await page.goto(`${origin}/auth/${path}`);
  const file = join(folder, `${name}.png`);
  await page.screenshot({ path: file });
  console.log(`${name}: ${Math.round(statSync(file).size / 1024)} kB`);
}
await browser.close();
server.close();
