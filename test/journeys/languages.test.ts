import { accountPage } from "latchkey/plugins/account-page";
import { twoFactor } from "latchkey/plugins/two-factor";
import * as shipped from "latchkey/languages";
import { german, portuguese, type Language } from "latchkey/languages";
import GitHub from "latchkey/providers/github";
import { describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { adasForm, world, type TestConfig } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { ask, mailWorld } from "../support/mail-world.js";
import { passwordWorld } from "../support/password-world.js";

const inbox = await openInbox();

const languages = Object.values(shipped);
const inGerman = { "accept-language": "de-AT,de;q=0.9,en;q=0.5" };

async function open(
  overrides: Partial<TestConfig>,
  {
    route = "signin",
    headers = inGerman,
  }: { route?: string; headers?: Record<string, string> } = {},
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
    expect(await open({ languages, locale })).toMatchObject({ lang, dir, heading, vary: "Cookie" });
  });

  it("is the browser's where there are several, and caches are told", async () => {
    const vary = "Cookie, Accept-Language";
    expect(await open({ languages })).toMatchObject({ lang: "de", vary });
    const arabic = await open({ languages }, { headers: { "accept-language": "ar-EG" } });
    expect(arabic).toMatchObject({ lang: "ar", dir: "rtl", vary });
    expect(await open({ languages }, { headers: {} })).toMatchObject({ lang: "en", vary });
  });

  it.each(["signin", "signout", "error?error=AccessDenied", "verify-request"])(
    "is the same on the page %s",
    async (route) => {
      const page = await open({ languages }, { route });
      expect(page).toMatchObject({ lang: "de", vary: "Cookie, Accept-Language" });
    },
  );

  it("is what a function of the request says, or the browser's where it says nothing", async () => {
    const locale = (request: Request) => new URL(request.url).searchParams.get("hl");
    expect(await open({ languages, locale }, { route: "signin?hl=ja" })).toMatchObject({
      lang: "ja",
      vary: "Cookie",
    });
    expect(await open({ languages, locale })).toMatchObject({
      lang: "de",
      vary: "Cookie, Accept-Language",
    });
  });

  it.each([
    ["throws", () => Promise.reject(new Error("no"))],
    ["never answers", () => new Promise<string>(() => undefined)],
  ])("is the browser's where the function %s", async (_, locale) => {
    const { lang, log } = await open({ languages, locale, timeout: 20 });
    expect(lang).toBe("de");
    expect(log.codes("warn")).toContain("locale-failed");
  });

  it("is English where a function names one that there is not", async () => {
    expect(await open({ languages, locale: () => "tlh" })).toMatchObject({ lang: "en" });
    expect(await open({ languages, locale: () => "<script>" })).toMatchObject({ lang: "en" });
  });

  it("is one of those that are configured: nobody gets another", async () => {
    const french = { "accept-language": "fr, de;q=0.5" };
    expect(await open({ languages: [german] }, { headers: french })).toMatchObject({ lang: "de" });
    const japanese = { "accept-language": "ja" };
    expect(await open({ languages: [german] }, { headers: japanese })).toMatchObject({
      lang: "en",
    });
    expect(await open({ languages: [] })).toMatchObject({ lang: "en", vary: "Cookie" });
  });

  it("is also that of the page which says that sign-in is out of order", async () => {
    const { heading, vary } = await open({ languages, url: "nonsense" });
    expect([heading, vary]).toEqual([
      "Die Anmeldung ist nicht verfügbar",
      "Cookie, Accept-Language",
    ]);
  });

  it("changes nothing about a session", async () => {
    const browser = world("jwt", { languages }).browser();
    await browser.signIn(adasForm);
    const response = await browser.get("session", { headers: inGerman });
    expect(response.headers.get("vary")).toBe("Cookie");
  });
});

describe("texts of the application", () => {
  const own: readonly Language[] = [
    german,
    portuguese,
    {
      tag: "en",
      pages: { signIn: { title: "Log in to Acme", errorCodes: { locked: "Locked for a day." } } },
    },
    { tag: "de", pages: { signIn: { withProvider: (provider) => `Mit ${provider} los` } } },
    { tag: "it", pages: { signIn: { title: "Accedi" } } },
    { tag: "pt-PT", pages: { signIn: { title: "Iniciar sessão" } } },
    { tag: "he", pages: { signIn: { title: "כניסה" } } },
    { tag: "az-Arab", dir: "rtl", pages: { signIn: { title: "گیریش" } } },
  ];
  const english = own.filter(({ tag }) => tag === "en");

  it("stand in for the English ones, and that is no other language", async () => {
    const { html, heading, vary } = await open({ languages: english });
    expect([heading, vary]).toEqual(["Log in to Acme", "Cookie"]);
    expect(html).toContain(">Sign in<");
  });

  it("stand in for those of a language with the same tag, and leave the rest of it as it is", async () => {
    const providers = [GitHub({ clientId: "id", clientSecret: "secret" })];
    const { html, heading } = await open({ providers, languages: own });
    expect(heading).toBe("Anmelden");
    expect(html).toContain("Mit GitHub los");
  });

  it.each([
    ["it", "it", "ltr", "Accedi"],
    ["it-CH", "it", "ltr", "Accedi"],
    ["pt-PT", "pt-PT", "ltr", "Iniciar sessão"],
    ["pt-BR", "pt", "ltr", "Entrar"],
    ["he", "he", "rtl", "כניסה"],
    ["az-Arab-IR", "az-Arab", "rtl", "گیریش"],
  ])("make a language of their own: %s", async (wished, lang, dir, heading) => {
    const headers = { "accept-language": wished };
    const page = await open({ languages: own }, { headers });
    expect(page).toMatchObject({ lang, dir, heading });
  });

  it("are in English where a language lacks one, and in the wider language before that", async () => {
    const texts = async (locale: string) =>
      (await open({ locale, languages: own }, { route: "signout" })).heading;
    expect(await texts("it")).toBe("Sign out");
    expect(await texts("pt-PT")).toBe("Sair");
  });

  it("have a sentence for a code of the application's own", async () => {
    const route = "signin?error=CredentialsSignin&code=locked";
    const headers = { "accept-language": "en" };
    expect((await open({ languages: own }, { route, headers })).html).toContain(
      "Locked for a day.",
    );
  });

  it("are text, never markup", async () => {
    const title = "<img src=x onerror=alert(1)>";
    const { html } = await open({ languages: [{ tag: "en", pages: { signIn: { title } } }] });
    expect(html).not.toContain("<img");
  });

  it("change nothing of what was imported", async () => {
    const before = german.pages.signIn.withProvider("GitHub");
    await open({ languages: own });
    expect(german.pages.signIn.withProvider("GitHub")).toBe(before);
  });
});

describe("languages that are none", () => {
  const write = (name: string) =>
    `Write \`import { ${name} } from "latchkey/languages"\` and \`languages: [${name}]\`.`;

  async function problem(options: Readonly<Record<string, unknown>>): Promise<string> {
    const { response, log } = await open(Object.assign({}, options));
    expect(response.status).toBe(500);
    return String(log.errors("InvalidConfiguration")[0]);
  }

  it.each([
    [
      "a tag",
      { languages: ["de"] },
      `\`languages[0]\` is "de", not a language. ${write("german")}`,
    ],
    ["a narrower tag", { languages: [german, "zh-CN"] }, write("chinese")],
    ["a tag of none that ships", { languages: ["it"] }, 'languages: [{ tag: "it"'],
    ["no list", { languages: german }, "`languages` must be a list"],
    ["texts alone", { languages: [german.pages] }, "`languages[0]` is an object without a `tag`"],
    ["a tag that is none", { languages: [{ tag: '"><b>' }] }, "without a BCP 47 `tag`"],
    ["a module that is loaded", { languages: [import("latchkey/languages")] }, "without a `tag`"],
    ["null", { languages: [null] }, "`languages[0]` is null"],
    ["a locale that is missing", { locale: "de" }, `\`locale\` is "de"`],
    ["a locale that is missing, with the line", { locale: "de" }, write("german")],
    ["a locale beside the languages", { languages: [german], locale: "fr" }, write("french")],
    ["a locale that nobody has", { languages: [german], locale: "tlh" }, "are en, de."],
    ["auto", { languages: [german], locale: "auto" }, "Remove it: the browser decides"],
  ])("are an error of the configuration that says what to write: %s", async (_, options, said) => {
    expect(await problem(options)).toContain(said);
  });

  it("do not keep the page that says so from being shown", async () => {
    const options: Readonly<Record<string, unknown>> = { languages: ["fr", german] };
    const { heading } = await open(Object.assign({}, options));
    expect(heading).toBe("Die Anmeldung ist nicht verfügbar");
  });
});

describe("the account page and the second step", () => {
  async function inside(overrides: Partial<TestConfig>) {
    const browser = world("database", {
      plugins: [accountPage(), twoFactor()],
      ...overrides,
    }).browser();
    await browser.signIn(adasForm);
    return async (route: string) => (await browser.get(route, { headers: inGerman })).text();
  }

  it("are in the language of the others", async () => {
    const show = await inside({ languages });
    expect(await show("account")).toContain("Sie sind angemeldet als <strong>");
    expect(await show("second-step/set-up")).toContain("Scannen Sie das mit der App.");
  });

  it("are in English where nothing is configured", async () => {
    const show = await inside({});
    expect(await show("account")).toContain("You’re signed in as <strong><bdi>Ada</bdi></strong");
    expect(await show("second-step/set-up")).toContain("Scan this with your authenticator app.");
  });

  it("say what the application says, and in English what its language lacks", async () => {
    const show = await inside({
      languages: [
        { tag: "en", "account-page": { leave: { home: "Back to Acme" } } },
        {
          tag: "it",
          "account-page": { title: "Il tuo account", done: { unlink: "Rimosso." } },
          "two-factor": { setUp: { title: "Configura l'app" } },
        },
      ],
      locale: "it",
    });
    const account = await show("account?done=unlink");
    expect(account).toContain("<h1>Il tuo account</h1>");
    expect(account).toContain("Rimosso.");
    expect(account).toContain("Back to Acme");
    expect(account).toContain("Sign-in methods");
    expect(await show("second-step/set-up")).toContain("Scan this with your authenticator app.");
  });
});

describe("the language of the mails", () => {
  it("is that of the browser that asked", async () => {
    const { browser } = mailWorld(inbox, {}, { languages });
    const visitor = browser();
    await visitor.submit("signin/email", { email: "lin@example.org" }, { headers: inGerman });
    const { parsed } = inbox.newest();
    expect(parsed.subject).toBe("Anmelden bei app.test");
    expect(parsed.text).toContain("15 Minuten");
    expect(parsed.html).toContain('<html lang="de" dir="ltr">');
  });

  it("is from right to left where the language is", async () => {
    const { browser } = mailWorld(inbox, {}, { languages, locale: "ar" });
    await ask(browser(), "lin@example.org");
    expect(inbox.newest().parsed.html).toContain('<html lang="ar" dir="rtl">');
  });

  it("is English where nothing is configured", async () => {
    const visitor = mailWorld(inbox).browser();
    await visitor.submit("signin/email", { email: "lin@example.org" }, { headers: inGerman });
    expect(inbox.newest().parsed.subject).toBe("Sign in to app.test");
  });

  it("is also that of the mails and pages about passwords", async () => {
    const overrides = { languages };
    const visitor = passwordWorld(inbox, { overrides }).browser();
    const signIn = await (await visitor.get("signin", { headers: inGerman })).text();
    expect(signIn).toContain(">Passwort<");
    expect(signIn).toContain("Passwort vergessen?");
    const page = await (await visitor.get("password/sign-up", { headers: inGerman })).text();
    expect(page).toContain("<h1>Konto anlegen</h1>");
    const short = await visitor.submit(
      "password/sign-up",
      { email: "lin@example.org", password: "kurz" },
      { headers: inGerman },
    );
    expect(await short.text()).toContain("mindestens 12 Zeichen");
    const sent = await visitor.submit(
      "password/forgot",
      { email: "lin@example.org" },
      { headers: inGerman },
    );
    expect(location(sent)).toContain("verify-request");
    expect(inbox.newest().parsed.subject).toBe("Zu dieser Adresse gibt es bei app.test kein Konto");
  });

  it("says what the application says", async () => {
    const subject = (site: string) => `Your key to ${site}`;
    const { browser } = mailWorld(inbox, {}, { languages: [{ tag: "en", email: { subject } }] });
    await ask(browser(), "lin@example.org");
    expect(inbox.newest().parsed.subject).toBe("Your key to app.test");
  });
});
