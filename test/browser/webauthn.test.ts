import { AxeBuilder } from "@axe-core/playwright";
import Passkey from "latchkey/providers/passkey";
import WebAuthn from "latchkey/providers/webauthn";
import type { PasskeyOptions } from "latchkey/webauthn";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { member } from "../support/authenticator.js";
import { passkeyWorld } from "../support/authenticator-world.js";
import { VirtualAuthenticator, type VirtualOptions } from "../support/authenticator-chromium.js";
import { openSite } from "../support/authenticator-site.js";
import { openBrowser } from "../support/browser.js";
import { people, strategies, type Strategy, type TestConfig } from "../support/config.js";

const browser = await openBrowser();
const ada = "ada@example.org";

interface Visit {
  readonly page: Page;
  readonly origin: string;
  readonly device: VirtualAuthenticator;
  readonly world: ReturnType<typeof passkeyWorld>;
  /** What the browser complained about, such as the page's CSP. */
  readonly complaints: string[];
}

/** Somebody with a device, on a site with passkeys. */
async function visit(
  strategy: Strategy,
  overrides: Partial<TestConfig> = {},
  device: VirtualOptions = {},
): Promise<Visit> {
  const world = passkeyWorld(strategy, overrides);
  const origin = await openSite(world.config);
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return {
    page,
    origin,
    world,
    complaints,
    device: await VirtualAuthenticator.plugIn(page, device),
  };
}

async function signInPage({ page, origin }: Visit): Promise<void> {
  await page.goto(`${origin}/auth/signin?callbackUrl=/`);
  await page.locator('.group[data-kind="webauthn"]').waitFor({ state: "visible" });
}

async function createPasskey(visitor: Visit, email = ada): Promise<void> {
  await signInPage(visitor);
  await visitor.page.getByLabel("Email").fill(email);
  await visitor.page.getByRole("button", { name: "Create a passkey" }).click();
}

async function usePasskey(visitor: Visit): Promise<void> {
  const { page, device } = visitor;
  // Nobody touches the device while the page only offers passkeys.
  await device.setPresent(false);
  await signInPage(visitor);
  await device.setPresent(true);
  // The suggestion that the page has pending may be faster than the button: either uses the passkey.
  await Promise.race([
    page.getByRole("button", { name: /^Continue with a passkey|WebAuthn/ }).click(),
    page.waitForURL((url) => !url.pathname.endsWith("/signin")),
  ]);
}

async function isHome({ page, origin }: Visit): Promise<void> {
  await page.waitForURL(`${origin}/`);
}

async function signOut({ page, origin }: Visit): Promise<void> {
  await page.goto(`${origin}/auth/signout?callbackUrl=/`);
  await page
    .getByRole("button", { name: /sign out/i })
    .first()
    .click();
  await page.waitForURL((url) => !url.pathname.startsWith("/auth"));
}

async function who({ page, origin }: Visit): Promise<unknown> {
  const response = await page.request.get(`${origin}/auth/session`);
  return member(member(await response.json(), "user"), "email") ?? null;
}

async function problem({ page }: Visit): Promise<string> {
  const alert = page.locator("[data-problem]");
  await alert.waitFor({ state: "visible" });
  return (await alert.textContent())?.trim() ?? "";
}

describe.skipIf(browser.skip)("passkeys in Chromium", { timeout: 60_000 }, () => {
  const devices: VirtualOptions[] = [{ transport: "internal" }, { transport: "usb" }];
  for (const strategy of strategies) {
    it.each(devices)(
      `[SVC-1] registers, signs out and signs in with a passkey, ${strategy}, %j`,
      async (options) => {
        const visitor = await visit(strategy, {}, options);
        await createPasskey(visitor);
        await isHome(visitor);
        expect(await who(visitor)).toBe(ada);
        expect(await visitor.device.credentials()).toMatchObject([
          { isResidentCredential: true, rpId: "localhost" },
        ]);
        const [row] = visitor.world.store.authenticators.values();
        expect(row?.transports).toContain(options.transport);
        await signOut(visitor);
        expect(await who(visitor)).toBeNull();
        await usePasskey(visitor);
        await isHome(visitor);
        expect(await who(visitor)).toBe(ada);
        expect(visitor.complaints).toEqual([]);
      },
    );
  }

  it("signs in from the suggestions of a field, without a click on a button", async () => {
    const visitor = await visit("database");
    await createPasskey(visitor);
    await isHome(visitor);
    await signOut(visitor);
    await visitor.page.goto(`${visitor.origin}/auth/signin?callbackUrl=/`);
    await isHome(visitor);
    expect(await who(visitor)).toBe(ada);
    expect(visitor.complaints).toEqual([]);
  });

  it("signs in with the address typed in, and refuses another user's passkey for it", async () => {
    const visitor = await visit("jwt");
    await createPasskey(visitor);
    await isHome(visitor);
    await signOut(visitor);
    await visitor.device.setPresent(false);
    for (const [email, expected] of [
      ["grace@example.org", null],
      [ada, ada],
    ] as const) {
      await visitor.device.setPresent(false);
      await signInPage(visitor);
      await visitor.page.getByLabel("Email").fill(email);
      await visitor.device.setPresent(true);
      await visitor.page.keyboard.press("Enter");
      await visitor.page.waitForURL((url) => !url.pathname.endsWith("/signin"));
      expect(await who(visitor)).toBe(expected);
    }
  });

  it("adds a second passkey on another device, with register() of latchkey/webauthn", async () => {
    const visitor = await visit("database");
    await createPasskey(visitor);
    await isHome(visitor);
    const call = (name: "register" | "signIn", options: PasskeyOptions) =>
      visitor.page.evaluate(([fn, given]) => window.latchkey[fn]("passkey", given), [
        name,
        options,
      ] as const);
    await visitor.page.waitForFunction(() => "latchkey" in window);
    expect(await call("register", { redirect: false })).toEqual({
      error: "AlreadyRegistered",
      code: "InvalidStateError",
      status: 0,
      ok: false,
      url: null,
    });
    await visitor.device.unplug();
    const second = await VirtualAuthenticator.plugIn(visitor.page, { transport: "usb" });
    const url = `${visitor.origin}/#done`;
    expect(await call("register", { redirect: false, redirectTo: "/#done" })).toEqual({
      error: undefined,
      code: undefined,
      status: 200,
      ok: true,
      url,
    });
    expect(visitor.world.store.authenticators.size).toBe(2);
    expect(visitor.world.store.users.size).toBe(1);
    await signOut(visitor);
    await visitor.page.goto(visitor.origin);
    await visitor.page.waitForFunction(() => "latchkey" in window);
    expect(await call("signIn", { redirect: false })).toMatchObject({ ok: true, error: undefined });
    expect(await who(visitor)).toBe(ada);
    expect(await second.credentials()).toHaveLength(1);
  });

  it("signIn() goes where it was told, refuses other providers and knows no unknown ones", async () => {
    const visitor = await visit("jwt");
    await visitor.page.goto(visitor.origin);
    await visitor.page.waitForFunction(() => "latchkey" in window);
    const wrong = visitor.page.evaluate(() => window.latchkey.signIn("credentials"));
    await expect(wrong).rejects.toThrow("support passkeys");
    const email = ada;
    const refused = await visitor.page.evaluate(() =>
      window.latchkey.register("passkey", { redirect: false }),
    );
    expect(refused).toMatchObject({ error: "Invalid request", status: 400, ok: false });
    void visitor.page.evaluate((given) => window.latchkey.signIn("passkey", given), {
      email,
      action: "register" as const,
      redirectTo: "/?welcome",
    });
    await visitor.page.waitForURL(`${visitor.origin}/?welcome`);
    expect(await who(visitor)).toBe(ada);
    await visitor.page.waitForFunction(() => "latchkey" in window);
    void visitor.page.evaluate(() => window.latchkey.signIn("nobody"));
    await visitor.page.waitForURL(/\/auth\/signin\?callbackUrl=/);
  });

  it("signIn() and register() say that the server refused, and stay on the page", async () => {
    const elsewhere = Passkey({ relayingParty: { origin: "http://localhost:9" } });
    const visitor = await visit("jwt", { providers: [elsewhere] });
    // The address tells of an earlier error, which is none of this attempt.
    await visitor.page.goto(`${visitor.origin}/?error=Earlier`);
    await visitor.page.waitForFunction(() => "latchkey" in window);
    for (const redirect of [false, true]) {
      const result = await visitor.page.evaluate(
        (given) => window.latchkey.signIn("passkey", given),
        { email: ada, action: "register" as const, redirect },
      );
      const refusal = { error: "WebAuthnVerificationError", ok: false, status: 200, url: null };
      expect(result).toMatchObject(refusal);
    }
    expect(visitor.page.url()).toBe(`${visitor.origin}/?error=Earlier`);
    expect(visitor.world.store.users.size).toBe(0);
  });

  it("register() says that one has to sign in again, and where; the page goes there by itself", async () => {
    const visitor = await visit("database");
    const { page, origin } = visitor;
    await createPasskey(visitor);
    await isHome(visitor);
    await page.context().clearCookies({ name: "latchkey.proof" });
    await page.goto(`${origin}/?tab=2`);
    await page.waitForFunction(() => "latchkey" in window);
    const again = `${origin}/auth/signin?error=FreshSignInRequired&callbackUrl=${encodeURIComponent(`${origin}/?tab=2`)}`;
    const result = await page.evaluate(() =>
      window.latchkey.register("passkey", { redirect: false }),
    );
    expect(result).toMatchObject({
      error: "FreshSignInRequired",
      status: 403,
      ok: false,
      url: again,
    });
    await visitor.device.setPresent(false);
    void page.evaluate(() => window.latchkey.register("passkey"));
    await page.waitForURL(again);
    // The page itself sends people there too who want to add one from it.
    await page.goto(`${origin}/auth/signin?callbackUrl=/x`);
    await page.getByLabel("Email").fill(ada);
    await page.getByRole("button", { name: "Create a passkey" }).click();
    await page.getByText(/sign in again the way you did before/).waitFor();
  });

  it("signIn() is no failure because the page tells of an earlier one", async () => {
    const visitor = await visit("jwt");
    await visitor.page.goto(`${visitor.origin}/?error=Earlier&code=old&tab=2`);
    await visitor.page.waitForFunction(() => "latchkey" in window);
    const given = { email: ada, action: "register" as const, redirect: false };
    const result = await visitor.page.evaluate(
      (options) => window.latchkey.signIn("passkey", options),
      given,
    );
    expect(result).toMatchObject({ ok: true, error: undefined, url: `${visitor.origin}/?tab=2` });
    expect(await who(visitor)).toBe(ada);
  });

  it("says nothing when a passkey that was merely offered came to nothing", async () => {
    const visitor = await visit("jwt");
    await createPasskey(visitor);
    await isHome(visitor);
    await signOut(visitor);
    // The device answers the offer by itself, and can't tell who holds it.
    await visitor.device.setVerified(false);
    const failed = visitor.page.waitForFunction(() => "offerFailed" in window);
    await visitor.page.addInitScript(() => {
      const get = navigator.credentials.get.bind(navigator.credentials);
      navigator.credentials.get = async (options) => {
        try {
          return await get(options);
        } catch (error) {
          Object.assign(window, { offerFailed: true });
          throw error;
        }
      };
    });
    await signInPage(visitor);
    await failed;
    await visitor.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(await visitor.page.locator("[data-problem]").isVisible()).toBe(false);
  });

  it("refuses an older copy of the authenticator: its counter went back", async () => {
    const visitor = await visit("database");
    await createPasskey(visitor);
    await isHome(visitor);
    for (const [id, row] of visitor.world.store.authenticators) {
      visitor.world.store.authenticators.set(id, { ...row, counter: 40 });
    }
    await visitor.device.setCounters(7);
    await signOut(visitor);
    await usePasskey(visitor);
    await visitor.page.waitForURL(/error=WebAuthnVerificationError/);
    expect(await who(visitor)).toBeNull();
    expect([...visitor.world.store.authenticators.values()][0]?.counter).toBe(40);
  });

  it("refuses a passkey that was used on another origin than the configured one", async () => {
    const elsewhere = Passkey({ relayingParty: { origin: "http://localhost:9" } });
    const visitor = await visit("jwt", { providers: [elsewhere] });
    await createPasskey(visitor);
    await visitor.page.waitForURL(/error=WebAuthnVerificationError/);
    expect(visitor.world.store.users.size).toBe(0);
  });

  it("says so in words when the site is not the relying party's", async () => {
    const elsewhere = Passkey({ relayingParty: { id: "example.org" } });
    const visitor = await visit("jwt", { providers: [elsewhere] });
    await createPasskey(visitor);
    expect(await problem(visitor)).toMatch(/don’t work here/);
  });

  it("stays on the page when the prompt is cancelled, says so, and works the next time", async () => {
    const visitor = await visit("jwt");
    await createPasskey(visitor);
    await isHome(visitor);
    await signOut(visitor);
    await visitor.device.setVerified(false);
    await usePasskey(visitor);
    expect(await problem(visitor)).toMatch(/No passkey was used/);
    const { violations } = await new AxeBuilder({ page: visitor.page }).analyze();
    expect(violations).toEqual([]);
    await visitor.device.setVerified(true);
    await visitor.page.getByRole("button", { name: "Continue with a passkey" }).click();
    await isHome(visitor);
    expect(await who(visitor)).toBe(ada);
  });

  it("asks for an address before it creates a passkey", async () => {
    const visitor = await visit("jwt");
    await signInPage(visitor);
    await visitor.page.getByRole("button", { name: "Create a passkey" }).click();
    const isInvalid = await visitor.page
      .getByLabel("Email")
      .evaluate((input) => input.matches(":invalid"));
    expect(isInvalid).toBe(true);
    expect(await visitor.device.credentials()).toEqual([]);
  });

  it.each([
    { transport: "usb", residentKey: false },
    { transport: "usb", userVerification: false },
    { transport: "internal", userVerification: false },
  ] as const)("makes no passkey on a device that can't keep or protect one: %j", async (device) => {
    const visitor = await visit("jwt", {}, device);
    await createPasskey(visitor);
    expect(await problem(visitor)).not.toBe("");
    expect(visitor.world.store.users.size).toBe(0);
  });

  it("lets the application want less: a key without PIN and without memory, while signed in", async () => {
    const lax = WebAuthn({
      registrationOptions: { authenticatorSelection: { residentKey: "discouraged" } },
      verifyAuthenticationOptions: { requireUserVerification: false },
      verifyRegistrationOptions: { requireUserVerification: false },
    });
    const device = { transport: "usb", residentKey: false, userVerification: false } as const;
    const visitor = await visit("jwt", { providers: [lax] }, device);
    await createPasskey(visitor);
    await isHome(visitor);
    expect(await visitor.device.credentials()).toMatchObject([{ isResidentCredential: false }]);
    await visitor.page.waitForFunction(() => "latchkey" in window);
    const again = await visitor.page.evaluate(() =>
      window.latchkey.signIn("webauthn", { action: "authenticate", redirect: false }),
    );
    expect(again).toMatchObject({ ok: true });
    await signOut(visitor);
    await usePasskey(visitor);
    expect(await problem(visitor)).toMatch(/No passkey was used/);
  });

  it("works in browsers that do not read the options themselves", async () => {
    const visitor = await visit("jwt");
    await visitor.page.addInitScript(() => {
      Reflect.deleteProperty(PublicKeyCredential, "parseCreationOptionsFromJSON");
      Reflect.deleteProperty(PublicKeyCredential, "parseRequestOptionsFromJSON");
      Reflect.deleteProperty(PublicKeyCredential, "isConditionalMediationAvailable");
    });
    await createPasskey(visitor);
    await isHome(visitor);
    await signOut(visitor);
    await signInPage(visitor);
    await visitor.page.getByRole("button", { name: "Continue with a passkey" }).click();
    await isHome(visitor);
    expect(await who(visitor)).toBe(ada);
  });

  it("shows the other ways in, and no passkeys, where the browser knows none", async () => {
    const visitor = await visit("jwt", { providers: [Passkey(), people] });
    await visitor.page.addInitScript(() => {
      Reflect.deleteProperty(window, "PublicKeyCredential");
    });
    await visitor.page.goto(`${visitor.origin}/auth/signin`);
    await visitor.page.waitForLoadState("networkidle");
    expect(await visitor.page.locator('.group[data-kind="webauthn"]').isVisible()).toBe(false);
    expect(await visitor.page.getByLabel("Username").isVisible()).toBe(true);
    expect(visitor.complaints).toEqual([]);
    await visitor.page.goto(visitor.origin);
    await visitor.page.waitForFunction(() => "latchkey" in window);
    const result = await visitor.page.evaluate(() =>
      window.latchkey.signIn("passkey", { redirect: false }),
    );
    expect(result).toMatchObject({ error: "NotSupported", ok: false });
  });

  it("shows the other ways in without JavaScript", async () => {
    const { config } = passkeyWorld("jwt");
    const origin = await openSite(config);
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(`${origin}/auth/signin`);
    expect(await page.locator('.group[data-kind="webauthn"]').isVisible()).toBe(false);
    expect(await page.getByLabel("Username").isVisible()).toBe(true);
    expect(await page.locator("noscript p").boundingBox()).not.toBeNull();
  });
});
