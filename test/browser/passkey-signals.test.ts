import { describe, expect, it } from "vitest";
import { passkeyWorld } from "../support/authenticator-world.js";
import { VirtualAuthenticator } from "../support/authenticator-chromium.js";
import { openSite } from "../support/authenticator-site.js";
import { openBrowser } from "../support/browser.js";
import { listen, toldIn } from "../support/signals.js";

const browser = await openBrowser();
const ada = "ada@example.org";

/** Ada has made a passkey on this site, and is on its own page. */
async function start() {
  const world = passkeyWorld("database");
  const origin = await openSite(world.config);
  const page = await browser.newPage();
  await listen(page);
  const device = await VirtualAuthenticator.plugIn(page, { transport: "internal" });
  await page.goto(`${origin}/auth/signin?callbackUrl=/`);
  await page.getByLabel("Email").fill(ada);
  await page.getByRole("button", { name: "Create a passkey" }).click();
  await page.waitForURL(`${origin}/`);
  await page.waitForFunction(() => "latchkey" in window);
  const [row] = world.store.authenticators.values();
  const id = (row?.credentialID ?? "")
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  const { providerAccountId: userId } = row ?? {};
  const forget = () => {
    world.store.authenticators.clear();
    world.store.accounts.clear();
  };
  return { ...{ world, origin, page, device, id, userId, forget } };
}

describe.skipIf(browser.skip)("signals in Chromium", { timeout: 60_000 }, () => {
  it("tell which passkeys the user has, and what the user is called", async () => {
    const { page, id, userId } = await start();
    expect(await page.evaluate(() => window.latchkey.signalPasskeys("passkey"))).toBe(true);
    expect(await toldIn(page)).toEqual([
      [
        "signalAllAcceptedCredentials",
        { rpId: "localhost", userId, allAcceptedCredentialIds: [id] },
      ],
      ["signalCurrentUserDetails", { rpId: "localhost", userId, name: ada, displayName: ada }],
    ]);
  });

  it("tell of a removed passkey, and of none that works", async () => {
    const { page, id, forget } = await start();
    const signal = () =>
      page.evaluate((given) => window.latchkey.signalRemoved("passkey", given), id);
    expect(await signal()).toBe(false);
    forget();
    expect(await signal()).toBe(true);
    expect(await toldIn(page)).toEqual([
      ["signalUnknownCredential", { rpId: "localhost", credentialId: id }],
    ]);
  });

  it("tell of one that was refused at a sign-in, on a page of one's own", async () => {
    const { page, id, forget } = await start();
    forget();
    const result = await page.evaluate(() =>
      window.latchkey.signIn("passkey", { redirect: false, action: "authenticate" }),
    );
    expect(result?.ok).toBe(false);
    expect(await toldIn(page)).toEqual([
      ["signalUnknownCredential", { rpId: "localhost", credentialId: id }],
    ]);
  });

  it("tell of one that was refused at a sign-in, on the built-in page", async () => {
    const { world, page, origin, device, id, forget } = await start();
    forget();
    world.store.sessions.clear();
    await device.setPresent(false);
    await page.goto(`${origin}/auth/signin?callbackUrl=/`);
    await device.setPresent(true);
    // The suggestion that the page has pending may be faster than the button: either uses the passkey.
    const isRefused = page.waitForURL((url) => url.searchParams.has("error"));
    await Promise.race([
      page.getByRole("button", { name: "Continue with a passkey" }).click(),
      isRefused,
    ]);
    await isRefused;
    await device.setPresent(false);
    await page.goto(`${origin}/auth/signin`);
    await page.waitForFunction(() => localStorage.getItem("told") !== null);
    expect(await toldIn(page)).toContainEqual([
      "signalUnknownCredential",
      { rpId: "localhost", credentialId: id },
    ]);
  });

  it("upgrade nobody who didn't sign in with a password that the browser filled in", async () => {
    const { page, world } = await start();
    expect(await page.evaluate(() => window.latchkey.upgrade("passkey"))).toBe(false);
    expect(world.store.authenticators.size).toBe(1);
  });
});
