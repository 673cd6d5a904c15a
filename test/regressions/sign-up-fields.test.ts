import { german } from "latchkey/languages";
import Password, { type PasswordUserConfig } from "latchkey/providers/password";
import { describe, expect, it } from "vitest";
import type { Browser } from "../support/client.js";
import { strategies } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { choose, email, password, passwordWorld, signUp } from "../support/password-world.js";

const inbox = await openInbox();
const provider: PasswordUserConfig = {
  signUp: {
    fields: { name: { required: true }, company: { label: "Your company", maxLength: 20 } },
  },
};
const typed = { email, password, name: " Ada Lovelace ", company: "Engines & Co" };
const program = { headers: { "x-auth-return-redirect": "1" } };

/** The page to which a link of a mail leads. */
const shown = async (browser: Browser, { searchParams }: URL): Promise<string> =>
  (await browser.get(`password/reset?${searchParams.toString()}`)).text();

// Sign-up asked for an address and a password, and for nothing else.
describe.each(strategies)("fields of a sign-up, strategy %s:", (strategy) => {
  const world = () => passwordWorld(inbox, { strategy, provider });

  it("go to the row of the new user, with the code", async () => {
    const { store, browser } = world();
    await signUp(browser(), inbox, typed);
    expect([...store.users.values()]).toMatchObject([
      { email, name: "Ada Lovelace", company: "Engines & Co" },
    ]);
  });

  it("go to the row of the new user, with the link and after another mail", async () => {
    const { store, browser } = world();
    const ours = browser();
    await ours.submit("password/sign-up", typed);
    await ours.submit("password/again");
    await choose(ours, inbox.newest().link, { keep: "1" });
    expect([...store.users.values()]).toMatchObject([{ email, name: "Ada Lovelace" }]);
  });

  it("are asked for where the link is opened in another browser", async () => {
    const { store, browser } = world();
    await browser().submit("password/sign-up", typed);
    const other = browser();
    const { link } = inbox.newest();
    const refused = await choose(other, link, { password });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toMatch(/<input[^>]*name="name"/);
    expect(store.users.size).toBe(0);
    await choose(other, link, { password, name: "Ada" });
    expect([...store.users.values()]).toMatchObject([{ email, name: "Ada" }]);
  });

  it("are shown where the link is opened in another browser, optional ones too", async () => {
    const { store, browser } = passwordWorld(inbox, {
      strategy,
      provider: { signUp: { fields: { company: {} } } },
    });
    await browser().submit("password/sign-up", typed);
    const other = browser();
    const { link } = inbox.newest();
    expect(await shown(other, link)).toMatch(/<input[^>]*name="company"/);
    const refused = await choose(other, link, { password: "short", company: "Engines & Co" });
    expect(await refused.text()).toContain('value="Engines &amp; Co"');
    await choose(other, link, { password, company: "Engines & Co" });
    expect([...store.users.values()]).toMatchObject([{ email, company: "Engines & Co" }]);
  });

  it("aren't shown to a user who exists, nor by a link that somebody made up", async () => {
    const { browser } = world();
    await signUp(browser(), inbox, typed);
    await browser().submit("password/forgot", { email });
    const { link } = inbox.newest();
    expect(await shown(browser(), link)).not.toContain('name="company"');
    // The page is the same for every address.
    for (const address of [email, "nobody@example.org"]) {
      const madeUp = new URL(link);
      for (const [name, value] of Object.entries({
        email: address,
        token: "0".repeat(64),
        new: "1",
      })) {
        madeUp.searchParams.set(name, value);
      }
      expect(await shown(browser(), madeUp)).toContain('name="company"');
    }
  });

  it("change nothing about a user who exists", async () => {
    const { store, browser } = world();
    await signUp(browser(), inbox, typed);
    await signUp(browser(), inbox, { ...typed, name: "Mallory", company: "" });
    expect([...store.users.values()]).toMatchObject([
      { name: "Ada Lovelace", company: "Engines & Co" },
    ]);
    await browser().submit("password/forgot", { email });
    const chosen = await choose(browser(), inbox.newest().link, { password });
    expect(chosen.status).toBe(303);
  });

  it.each([
    ["FieldMissing", { name: "  " }],
    ["FieldTooLong", { company: "x".repeat(21) }],
  ])("are checked: %s", async (error, wrong) => {
    const { browser } = world();
    const fields = { ...typed, ...wrong };
    const answer = await browser().submit("password/sign-up", fields, program);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ error });
    const page = await (await browser().submit("password/sign-up", fields)).text();
    expect(page).toContain(`value="${email}"`);
    expect(page).toMatch(/aria-invalid="true"/);
  });
});

describe("fields of a sign-up", () => {
  it("have labels in the language of the browser", async () => {
    const own = { tag: "de", password: { fields: { company: "Firma" } } };
    const signUpFields = { signUp: { fields: { name: {}, company: {} } } };
    const { browser } = passwordWorld(inbox, {
      provider: signUpFields,
      overrides: { languages: [german, own] },
    });
    const shown = async (language: string) =>
      (
        await browser().get("password/sign-up", { headers: { "accept-language": language } })
      ).text();
    expect(await shown("de")).toMatch(/Name[^]*Firma/);
    expect(await shown("en")).toMatch(/Name[^]*company/);
  });

  it("aren't what nobody chooses for themselves", async () => {
    for (const name of ["id", "emailVerified", "csrfToken", "a b"]) {
      const { browser, log } = passwordWorld(inbox, {
        provider: { signUp: { fields: { [name]: {} } } },
      });
      await browser().get("password/sign-up");
      expect(log.codes("error")).toContain("InvalidProvider");
    }
    expect(Password({ signUp: { fields: {} } }).type).toBe("password");
  });
});
