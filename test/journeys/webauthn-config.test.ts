import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import Passkey from "latchkey/providers/passkey";
import WebAuthn, { DEFAULT_WEBAUTHN_TIMEOUT } from "latchkey/providers/webauthn";
import { describe, expect, it } from "vitest";
import { scriptHash } from "../../src/flows/webauthn/browser/script-hash.js";
import { scriptText } from "../../src/flows/webauthn/browser/script-text.js";
import { providerFlows } from "../../src/types/symbols.js";
import { passkeyWorld } from "../support/authenticator-world.js";
import { location } from "../support/client.js";
import type { TestConfig } from "../support/config.js";

async function problemOf(overrides: Partial<TestConfig>): Promise<string[]> {
  const { person, log } = passkeyWorld("jwt", overrides);
  const response = await person().browser.get("providers");
  expect(response.status).toBe(500);
  return log.codes("error");
}

describe("configuring passkeys", () => {
  it.each([undefined, {}, { enableWebAuthn: false }, { enableWebAuthn: true }])(
    "[WAN-1] takes no switch, and what is set of the former one doesn't matter: %j",
    async (experimental) => {
      const { person, log } = passkeyWorld("jwt", { experimental });
      const providers: unknown = await (await person().browser.get("providers")).json();
      expect(providers).toHaveProperty("passkey");
      expect(log.codes("warn")).toEqual(["sessions-kept"]);
    },
  );

  it("refuses two providers that are both offered in suggestions", async () => {
    expect(await problemOf({ providers: [Passkey(), WebAuthn()] })).toEqual([
      "DuplicateConditionalUI",
    ]);
    const one = passkeyWorld("jwt", {
      providers: [Passkey(), WebAuthn({ enableConditionalUI: false })],
    });
    expect((await one.person().browser.get("providers")).status).toBe(200);
  });

  it("refuses suggestions without a field for them", async () => {
    const formFields = { email: { label: "Email", autocomplete: "username" } };
    expect(await problemOf({ providers: [Passkey({ formFields })] })).toEqual([
      "MissingWebAuthnAutocomplete",
    ]);
  });

  it("refuses to go without an adapter, or with one that lacks a method", async () => {
    expect(await problemOf({ adapter: undefined })).toEqual(["MissingAdapter"]);
    const { createAuthenticator: _, ...lesser } = MemoryAdapter(createMemoryStore());
    expect(await problemOf({ adapter: lesser })).toEqual(["MissingAdapterMethods"]);
  });

  it("has the defaults that applications expect", () => {
    const {
      getUserInfo,
      getRelayingParty,
      simpleWebAuthn: _,
      [providerFlows]: _flow,
      ...webauthn
    } = WebAuthn({ name: "Key" });
    expect([getUserInfo, getRelayingParty]).toEqual([undefined, undefined]);
    expect(webauthn).toEqual({
      id: "webauthn",
      name: "Key",
      type: "webauthn",
      enableConditionalUI: true,
      authenticationOptions: { timeout: DEFAULT_WEBAUTHN_TIMEOUT },
      registrationOptions: { timeout: DEFAULT_WEBAUTHN_TIMEOUT },
      formFields: {
        email: { label: "Email", required: true, autocomplete: "username webauthn" },
      },
      simpleWebAuthnBrowserVersion: "v9.0.1",
    });
    expect(Passkey()).toMatchObject({
      id: "passkey",
      name: "Passkey",
      type: "webauthn",
      authenticationOptions: { timeout: 300_000, userVerification: "required" },
      registrationOptions: {
        timeout: 300_000,
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      },
      verifyAuthenticationOptions: { requireUserVerification: true },
      verifyRegistrationOptions: { requireUserVerification: true },
    });
  });

  it("does not change the provider it was given", async () => {
    const provider = Passkey();
    const { simpleWebAuthn, [providerFlows]: flows, ...data } = provider;
    const before = {
      ...structuredClone(data),
      simpleWebAuthn: { ...simpleWebAuthn },
      [providerFlows]: { ...flows },
    };
    const { person } = passkeyWorld("jwt", { providers: [provider] });
    await person().register("ada@example.org");
    expect({ ...provider }).toEqual(before);
  });

  it("has no GET callback and nothing to begin", async () => {
    const { browser } = passkeyWorld("jwt").person();
    expect((await browser.get("callback/passkey")).status).toBe(405);
    expect(location(await browser.submit("signin/passkey"))).toBe("https://app.test/auth/signin");
  });
});

describe("the script of the sign-in page", () => {
  it("is loaded by the page from an address of the library, which caches may keep for ever", async () => {
    const { browser } = passkeyWorld("jwt").person();
    const html = await (await browser.get("signin")).text();
    const address = /<script type="module" src="([^"]+)"/.exec(html)?.[1] ?? "";
    expect(address).toBe(`/auth/assets/webauthn.${scriptHash}.js`);
    const response = await browser.send(new Request(new URL(address, "https://app.test")));
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(scriptText);
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
  });

  it("is not kept under the hash of another version, and nothing else is served", async () => {
    const { browser } = passkeyWorld("jwt").person();
    const other = await browser.get("assets/webauthn.0123456789abcdef.js");
    expect([other.status, other.headers.get("cache-control")]).toEqual([200, "no-store"]);
    for (const name of ["", "/", "/webauthn.js", "/..%2Findex.js", "/webauthn.x.js/y"]) {
      expect((await browser.get(`assets${name}`)).status).toBe(404);
    }
    expect((await browser.post(`assets/webauthn.${scriptHash}.js`)).status).toBe(405);
  });

  it("is what its sources give, under the hash of its text", async () => {
    const script = fileURLToPath(
      new URL("../../scripts/generate/webauthn-script.mjs", import.meta.url),
    );
    const checked = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
    expect([checked.status, checked.stderr]).toEqual([0, ""]);
    const digest = createHash("sha256").update(scriptText).digest("hex");
    expect(digest.slice(0, 16)).toBe(scriptHash);
    expect(scriptText).not.toMatch(/https?:|eval|innerHTML/);
  });
});
