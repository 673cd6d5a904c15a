import GitHub from "latchkey/providers/github";
import type { MessagesOptions } from "latchkey/types";
import { describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { adasForm, world, type TestConfig } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { ask, mailWorld } from "../support/mail-world.js";
import { passwordWorld } from "../support/password-world.js";

const inbox = await openInbox();

const german = { "accept-language": "de-AT,de;q=0.9,en;q=0.5" };

async function open(
  overrides: Partial<TestConfig>,
  { route = "signin", headers = german }: { route?: string; headers?: Record<string, string> } = {},
) {
  const { browser, log } = world("jwt", overrides);
  const response = await browser().get(route, { headers });
  const html = await response.text();
  const [, lang, dir] = /<html lang="([^"]*)" dir="([^"]*)"/.exec(html) ?? [];
  const heading = /<h1>([^<]*)<\/h1>/.exec(html)?.[1];
  return { html, lang, dir, heading, vary: response.headers.get("vary"), log, response };
}

describe("the language of the pages", () => {
  it("is English where nothing is configured, whatever the browser asks for", async () => {
    const [asked, silent] = [await open({}), await open({}, { headers: {} })];
    expect(asked).toMatchObject({ lang: "en", dir: "ltr", heading: "Sign in", vary: "Cookie" });
    const plain = (html: string) => html.replaceAll(/value="[^"]*"/g, "");
    expect(plain(asked.html)).toBe(plain(silent.html));
  });

  it.each([
    ["en", "en", "ltr", "Sign in"],
    ["de", "de", "ltr", "Anmelden"],
    ["de-CH", "de", "ltr", "Anmelden"],
    ["fr", "fr", "ltr", "Se connecter"],
    ["es", "es", "ltr", "Iniciar sesión"],
    ["pt", "pt", "ltr", "Entrar"],
    ["ja", "ja", "ltr", "ログイン"],
    ["zh", "zh-Hans", "ltr", "登录"],
    ["ar", "ar", "rtl", "تسجيل الدخول"],
  ])("is what `locale` says: %s", async (locale, lang, dir, heading) => {
    expect(await open({ locale })).toMatchObject({ lang, dir, heading, vary: "Cookie" });
  });

  it("is the browser's with `auto`, and caches are told", async () => {
    const vary = "Cookie, Accept-Language";
    expect(await open({ locale: "auto" })).toMatchObject({ lang: "de", vary });
    const arabic = await open({ locale: "auto" }, { headers: { "accept-language": "ar-EG" } });
    expect(arabic).toMatchObject({ lang: "ar", dir: "rtl", vary });
    expect(await open({ locale: "auto" }, { headers: {} })).toMatchObject({ lang: "en", vary });
  });

  it.each(["signin", "signout", "error?error=AccessDenied", "verify-request"])(
    "is the same on the page %s",
    async (route) => {
      const page = await open({ locale: "auto" }, { route });
      expect(page).toMatchObject({ lang: "de", vary: "Cookie, Accept-Language" });
    },
  );

  it("is what a function of the request says, or the browser's where it says nothing", async () => {
    const locale = (request: Request) => new URL(request.url).searchParams.get("hl");
    expect(await open({ locale }, { route: "signin?hl=ja" })).toMatchObject({
      lang: "ja",
      vary: "Cookie",
    });
    expect(await open({ locale })).toMatchObject({ lang: "de", vary: "Cookie, Accept-Language" });
  });

  it.each([
    ["throws", () => Promise.reject(new Error("no"))],
    ["never answers", () => new Promise<string>(() => undefined)],
  ])("is the browser's where the function %s", async (_, locale) => {
    const { lang, log } = await open({ locale, timeout: 20 });
    expect(lang).toBe("de");
    expect(log.codes("warn")).toContain("locale-failed");
  });

  it("is English where a function names one that there is not", async () => {
    expect(await open({ locale: () => "tlh" })).toMatchObject({ lang: "en" });
    expect(await open({ locale: () => "<script>" })).toMatchObject({ lang: "en" });
  });

  it("must be one that there is: the log says which there are", async () => {
    const { response, log } = await open({ locale: "tlh" });
    expect(response.status).toBe(500);
    expect(String(log.errors("InvalidConfiguration")[0])).toContain("en, de, fr, es");
  });

  it("is also that of the page which says that sign-in is out of order", async () => {
    const { heading, vary } = await open({ locale: "auto", url: "nonsense" });
    expect([heading, vary]).toEqual([
      "Die Anmeldung ist nicht verfügbar",
      "Cookie, Accept-Language",
    ]);
  });

  it("changes nothing about a session", async () => {
    const browser = world("jwt", { locale: "auto" }).browser();
    await browser.signIn(adasForm);
    const response = await browser.get("session", { headers: german });
    expect(response.headers.get("vary")).toBe("Cookie");
  });
});

describe("texts of the application", () => {
  const own: Record<string, MessagesOptions> = {
    en: { signIn: { title: "Log in to Acme", errorCodes: { locked: "Locked for a day." } } },
    de: { signIn: { withProvider: (provider) => `Mit ${provider} los` } },
    it: { signIn: { title: "Accedi" } },
    "pt-PT": { signIn: { title: "Iniciar sessão" } },
    he: { signIn: { title: "כניסה" } },
  };

  it("stand in for the built-in ones, without any other option", async () => {
    const { html, heading, vary } = await open({ messages: own });
    expect([heading, vary]).toEqual(["Log in to Acme", "Cookie"]);
    expect(html).toContain(">Sign in<");
  });

  it("are by language, and leave the rest of it as it is", async () => {
    const providers = [GitHub({ clientId: "id", clientSecret: "secret" })];
    const { html, heading } = await open({ providers, locale: "auto", messages: own });
    expect(heading).toBe("Anmelden");
    expect(html).toContain("Mit GitHub los");
  });

  it.each([
    ["it", "it", "ltr", "Accedi"],
    ["it-CH", "it", "ltr", "Accedi"],
    ["pt-PT", "pt-PT", "ltr", "Iniciar sessão"],
    ["pt-BR", "pt", "ltr", "Entrar"],
    ["he", "he", "rtl", "כניסה"],
  ])("make a language of their own: %s", async (wished, lang, dir, heading) => {
    const headers = { "accept-language": wished };
    const page = await open({ locale: "auto", messages: own }, { headers });
    expect(page).toMatchObject({ lang, dir, heading });
  });

  it("are in English where a language lacks one, and in the wider language before that", async () => {
    const texts = async (wished: string) =>
      (await open({ locale: wished, messages: own }, { route: "signout" })).heading;
    expect(await texts("it")).toBe("Sign out");
    expect(await texts("pt-PT")).toBe("Sair");
  });

  it("have a sentence for a code of the application's own", async () => {
    const route = "signin?error=CredentialsSignin&code=locked";
    expect((await open({ messages: own }, { route })).html).toContain("Locked for a day.");
  });

  it("are text, never markup", async () => {
    const messages = { en: { signIn: { title: "<img src=x onerror=alert(1)>" } } };
    expect((await open({ messages })).html).not.toContain("<img");
  });
});

describe("the account page and the second step", () => {
  async function inside(overrides: Partial<TestConfig>) {
    const browser = world("database", {
      account: { page: true },
      secondStep: {},
      ...overrides,
    }).browser();
    await browser.signIn(adasForm);
    return async (route: string) => (await browser.get(route, { headers: german })).text();
  }

  it("are in the language of the others", async () => {
    const show = await inside({ locale: "auto" });
    expect(await show("account")).toContain("Sie sind angemeldet als <strong>");
    expect(await show("second-step/set-up")).toContain("Scannen Sie das mit der App.");
  });

  it("are in English where nothing is configured", async () => {
    const show = await inside({});
    expect(await show("account")).toContain("You are signed in as <strong><bdi>Ada</bdi></strong");
    expect(await show("second-step/set-up")).toContain("Scan this with the app.");
  });

  it("say what the application says, and in English what its language lacks", async () => {
    const messages: Record<string, MessagesOptions> = {
      en: { account: { leave: { home: "Back to Acme" } } },
      it: {
        account: { title: "Il tuo account", done: { unlink: "Rimosso." } },
        secondStep: { setUp: { title: "Configura l'app" } },
      },
    };
    const show = await inside({ locale: "it", messages });
    const account = await show("account?done=unlink");
    expect(account).toContain("<h1>Il tuo account</h1>");
    expect(account).toContain("Rimosso.");
    expect(account).toContain("Back to Acme");
    expect(account).toContain("Ways to sign in");
    expect(await show("second-step/set-up")).toContain("Scan this with the app.");
  });
});

describe("the language of the mails", () => {
  it("is that of the browser that asked", async () => {
    const { browser } = mailWorld(inbox, {}, { locale: "auto" });
    const visitor = browser();
    await visitor.submit("signin/email", { email: "lin@example.org" }, { headers: german });
    const { parsed } = inbox.newest();
    expect(parsed.subject).toBe("Anmelden bei app.test");
    expect(parsed.text).toContain("15 Minuten");
    expect(parsed.html).toContain('<html lang="de" dir="ltr">');
  });

  it("is from right to left where the language is", async () => {
    const { browser } = mailWorld(inbox, {}, { locale: "ar" });
    await ask(browser(), "lin@example.org");
    expect(inbox.newest().parsed.html).toContain('<html lang="ar" dir="rtl">');
  });

  it("is English where nothing is configured", async () => {
    const visitor = mailWorld(inbox).browser();
    await visitor.submit("signin/email", { email: "lin@example.org" }, { headers: german });
    expect(inbox.newest().parsed.subject).toBe("Sign in to app.test");
  });

  it("is also that of the mails and pages about passwords", async () => {
    const overrides = { locale: "auto" };
    const visitor = passwordWorld(inbox, { overrides }).browser();
    const signIn = await (await visitor.get("signin", { headers: german })).text();
    expect(signIn).toContain(">Passwort<");
    expect(signIn).toContain("Passwort vergessen?");
    const page = await (await visitor.get("password/sign-up", { headers: german })).text();
    expect(page).toContain("<h1>Konto anlegen</h1>");
    const short = await visitor.submit(
      "password/sign-up",
      { email: "lin@example.org", password: "kurz" },
      { headers: german },
    );
    expect(await short.text()).toContain("mindestens 15 Zeichen");
    const sent = await visitor.submit(
      "password/forgot",
      { email: "lin@example.org" },
      { headers: german },
    );
    expect(location(sent)).toContain("verify-request");
    expect(inbox.newest().parsed.subject).toBe("Zu dieser Adresse gibt es bei app.test kein Konto");
  });

  it("says what the application says", async () => {
    const subject = (site: string) => `Your key to ${site}`;
    const messages = { en: { mails: { signIn: { subject } } } };
    const { browser } = mailWorld(inbox, {}, { messages });
    await ask(browser(), "lin@example.org");
    expect(inbox.newest().parsed.subject).toBe("Your key to app.test");
  });
});
