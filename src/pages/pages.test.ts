import { describe, expect, it } from "vitest";
import { inEnglish } from "../core/language/in-english.js";
import {
  confirmPage,
  errorPage,
  pageMessages,
  signInPage,
  signOutPage,
  verifyRequestPage,
} from "./index.js";
import type { SignInForm } from "../types/forms.js";
import type { Page } from "./index.js";

const english = pageMessages(inEnglish);

/** Text from anyone: it must end up as text. */
const CORPUS = [
  "<script>alert(1)</script>",
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '" onfocus="alert(1)" autofocus="',
  "` onmouseover=alert(1) `",
  "</title><script>alert(1)</script>",
  "</style><script>alert(1)</script>",
  "--><script>alert(1)</script><!--",
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "&lt;script&gt;&#x22;&quot;",
  "red;}body{background:url(//evil.example)}",
  "\u2028</p>\u2029<svg/onload=alert(1)>",
  "${alert(1)}{{7*7}}<%= 7 %>",
  "__proto__",
  "constructor",
];

interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const VOID = new Set(["meta", "img", "input", "br", "hr", "circle", "path", "rect", "link"]);
const TOKEN =
  /<!doctype html>|<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z][\w-]*(?:="[^"<>`]*")?)*)\s*\/?>|[^<>]+/gy;
const ATTRIBUTE = /([a-z][\w-]*)(?:="([^"]*)")?/g;
const ENTITIES = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["#39", "'"],
  ["#96", "`"],
]);

const decode = (text: string): string =>
  text.replace(
    /&(#?\w+);/g,
    (_, name: string) => ENTITIES.get(name) ?? expect.fail(`entity ${name}`),
  );

function readAttributes(text: string): ReadonlyMap<string, string> {
  const pairs = [...text.matchAll(ATTRIBUTE)].map(
    ([, name = "", value = ""]) => [name, decode(value)] as const,
  );
  expect(new Set(pairs.map(([name]) => name)).size, `attributes twice in ${text}`).toBe(
    pairs.length,
  );
  return new Map(pairs);
}

/** A reader far stricter than a browser: what it accepts, every browser reads the same way. */
function parse(page: Page): readonly Element[] {
  const source = page.html.replace(/<style>[^<]*<\/style>/, "");
  const [elements, open]: [Element[], string[]] = [[], []];
  let end = 0;
  for (const token of source.matchAll(TOKEN)) {
    end = token.index + token[0].length;
    const [, slash, name, attributes = ""] = token;
    if (name === undefined) continue;
    if (slash === "/") {
      expect(open.pop()).toBe(name);
      continue;
    }
    elements.push({ name, attributes: readAttributes(attributes) });
    if (!VOID.has(name)) open.push(name);
  }
  expect(source.slice(end), "unread rest").toBe("");
  expect(open).toEqual([]);
  return elements;
}

const shape = (page: Page): readonly string[] =>
  parse(page).map(({ name, attributes }) => [name, ...attributes.keys()].join(" "));

const styleOf = (page: Page): string => /<style>([^<]*)<\/style>/.exec(page.html)?.[1] ?? "";

function hidden(page: Page, name: string): readonly string[] {
  const inputs = parse(page).filter(({ attributes }) => attributes.get("name") === name);
  return inputs.map(({ attributes }) => attributes.get("value") ?? "");
}

function frame(text: string) {
  return {
    theme: { colorScheme: "auto", logo: text, brandColor: text, buttonText: text, name: text },
    messages: english,
    siteName: text,
    formAction: text,
  } as const;
}

function forms(text: string): readonly SignInForm[] {
  const field = {
    name: text,
    label: text,
    type: text,
    placeholder: text,
    value: text,
    autocomplete: text,
  };
  const attributes = { title: text, [text]: text, onclick: text, style: text, formaction: text };
  const fields = [{ ...field, attributes }];
  const common = (id: string) => ({ id: `${id}-${text}`, name: text, action: text });
  return [
    { kind: "redirect", ...common("a"), brandColor: text, mark: text },
    { kind: "redirect", ...common("b") },
    { kind: "email", ...common("c") },
    { kind: "email", ...common("d") },
    { kind: "credentials", ...common("e"), fields },
    {
      kind: "webauthn",
      ...common("f"),
      fields,
      conditional: true,
      optionsUrl: text,
      scriptUrl: text,
    },
  ];
}

/** The library's own password form beside the others, so that one field is shared. */
const sharing = (text: string): readonly SignInForm[] => {
  const field = { name: "email", label: text, type: "email", value: text };
  const links = [{ label: text, href: text }];
  const own = { id: "g", name: text, action: text, fields: [field], links };
  return [...forms(text), { kind: "credentials", isPassword: true, ...own }];
};

const LINKS = ["href", "src", "action", "formaction", "data-options-url"];

const post = (text: string) => ({ action: text, csrfToken: text, callbackUrl: text });

type Draw = (text: string) => Promise<Page>;

const PAGES: readonly (readonly [string, Draw])[] = [
  [
    "sign-in",
    (text) =>
      signInPage({
        ...frame(text),
        ...post(text),
        forms: forms(text),
        error: text,
        code: text,
        typed: { field: "email", text },
      }),
  ],
  [
    "sign-in with one field",
    (text) =>
      signInPage({
        ...frame(text),
        ...post(text),
        forms: sharing(text),
        typed: { field: "email", text },
        lastUsed: "g",
      }),
  ],
  ["sign-out", (text) => signOutPage({ ...frame(text), ...post(text), backUrl: text })],
  [
    "error",
    (text) =>
      errorPage({
        ...frame(text),
        error: text,
        signInUrl: text,
        homeUrl: text,
        detail: { reference: text, message: text, cause: text, cure: text },
      }),
  ],
  [
    "verify-request",
    (text) =>
      verifyRequestPage({
        ...frame(text),
        email: text,
        host: text,
        signInUrl: text,
        codeForm: { ...post(text), error: text, hidden: { a: text } },
        resend: post(text),
      }),
  ],
  [
    "confirm",
    (text) =>
      confirmPage({
        ...frame(text),
        ...post(text),
        email: text,
        host: text,
        hidden: { token: text },
      }),
  ],
];

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

describe.each(PAGES)("the %s page", (_, draw) => {
  it("is well formed, with each id once", async () => {
    const ids = parse(await draw("Plain")).flatMap(({ attributes }) => attributes.get("id") ?? []);
    expect(ids.length).toBeGreaterThanOrEqual(0);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(CORPUS)(
    "[N01] has the same elements and attributes whatever the values: %j",
    async (text) => {
      const [hostile, plain] = [await draw(text), await draw("Plain")];
      expect(shape(hostile)).toEqual(shape(plain));
      expect(styleOf(hostile)).toBe(styleOf(plain));
      expect(hostile.headers).toEqual({ ...plain.headers });
    },
  );

  it.each(CORPUS)("[N01] has no handler, style or foreign link for %j", async (text) => {
    for (const { name: element, attributes } of parse(await draw(text))) {
      for (const [name, value] of attributes) {
        expect(name).not.toMatch(/^on|^style$/);
        if (name === "formaction") expect(element).toBe("button");
        if (LINKS.includes(name)) expect(value).toBe("/");
      }
    }
  });

  it("allows by its CSP exactly the stylesheet it has, and nothing inline besides", async () => {
    const page = await draw("Plain");
    const policy = page.headers["content-security-policy"] ?? "";
    expect(policy).toContain(`style-src 'sha256-${await sha256(styleOf(page))}';`);
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toContain("unsafe");
  });

  it("[N04] is neither framed, sniffed, stored nor leaked, and names no other host", async () => {
    const page = await draw("Plain");
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "cache-control": "private, no-store",
      vary: "Cookie",
    });
    expect(page.html).not.toMatch(/https?:|\/\/[a-z]/);
  });

  it("takes its language and direction from the messages", async () => {
    const root = parse(await draw("Plain"))[0];
    expect(root?.name).toBe("html");
    expect(Object.fromEntries(root?.attributes ?? [])).toEqual({ lang: "en", dir: "ltr" });
  });
});

const theme = { colorScheme: "auto", logo: "", brandColor: "", buttonText: "" } as const;
const calm = { theme, messages: english, siteName: "app.example" } as const;
const email: SignInForm = { kind: "email", id: "mail", name: "Email", action: "/signin/mail" };
const github: SignInForm = {
  kind: "redirect",
  id: "github",
  name: "GitHub",
  action: "/signin/github",
  brandColor: "#24292f",
};
const password: SignInForm = {
  kind: "credentials",
  id: "login",
  name: "Password",
  action: "/callback/login",
  fields: [
    { name: "username", label: "Username", type: "text" },
    { name: "password", label: "Password", type: "password" },
  ],
};
const passkey: SignInForm = {
  kind: "webauthn",
  id: "passkey",
  name: "Passkey",
  action: "/callback/passkey",
  fields: [{ name: "email", label: "Email", type: "email" }],
  conditional: true,
  optionsUrl: "/options",
  scriptUrl: "/passkey.js",
};

function signIn(props: {
  forms: readonly SignInForm[];
  error?: string;
  code?: string;
  typed?: { field: string; text: string };
}): Promise<Page> {
  return signInPage({
    ...calm,
    csrfToken: "csrf",
    callbackUrl: "https://app.example/next",
    ...props,
  });
}

function byId(page: Page, id: string): ReadonlyMap<string, string> | undefined {
  return parse(page).find(({ attributes }) => attributes.get("id") === id)?.attributes;
}

describe("the sign-in page", () => {
  it("posts the CSRF token and the target with every form", async () => {
    const page = await signIn({ forms: [github, email, password, passkey] });
    expect(hidden(page, "csrfToken")).toEqual(["csrf", "csrf", "csrf", "csrf"]);
    expect(hidden(page, "callbackUrl")).toEqual(
      Array.from({ length: 4 }, () => "https://app.example/next"),
    );
    expect(
      parse(page)
        .filter(({ name }) => name === "form")
        .map(({ attributes }) => attributes.get("method")),
    ).toEqual(["post", "post", "post", "post"]);
  });

  it("keeps the ids which tests of people's apps look for", async () => {
    const page = await signIn({ forms: [email, password, passkey] });
    expect(byId(page, "input-email-for-mail-provider")?.get("type")).toBe("email");
    expect(byId(page, "input-username-for-login-provider")?.get("autocomplete")).toBe(
      "username webauthn",
    );
    expect(byId(page, "input-password-for-login-provider")?.get("autocomplete")).toBe(
      "current-password",
    );
    expect(byId(page, "submitButton")).toBeDefined();
    expect(byId(page, "submitButton-login")).toBeDefined();
    expect(byId(page, "submitButton-passkey")).toBeDefined();
    expect(byId(page, "passkey-form")?.get("data-options-url")).toBe("/options");
    expect(byId(page, "input-email-for-passkey-provider")?.has("data-form-field")).toBe(true);
  });

  it("keeps kinds together, in the order in which they were first configured", async () => {
    const page = await signIn({ forms: [email, github, { ...email, id: "other" }, password] });
    const kinds = parse(page).flatMap(({ attributes }) => attributes.get("data-kind") ?? []);
    expect(kinds).toEqual(["email", "redirect", "credentials"]);
  });

  it("hides passkeys until their script shows them, and loads a file only for them", async () => {
    const [without, withPasskey] = [
      await signIn({ forms: [email] }),
      await signIn({ forms: [passkey, email] }),
    ];
    const own = `'sha256-${await sha256(/<script>([^<]*)<\/script>/.exec(without.html)?.[1] ?? "")}'`;
    expect(without.headers["content-security-policy"]).toContain(`script-src ${own}; base-uri`);
    expect(without.headers["content-security-policy"]).not.toContain("connect-src");
    expect(without.html.match(/<script/g)).toHaveLength(1);
    expect(withPasskey.headers["content-security-policy"]).toContain(
      `script-src ${own} 'self'; connect-src 'self'`,
    );
    const group = parse(withPasskey).find(
      ({ attributes }) => attributes.get("data-kind") === "webauthn",
    );
    expect(group?.attributes.has("hidden")).toBe(true);
  });

  it("ties an error to the field which it concerns", async () => {
    const page = await signIn({
      forms: [email, password],
      error: "InvalidEmail",
      typed: { field: "email", text: "ada@" },
    });
    const field = byId(page, "input-email-for-mail-provider");
    expect(field?.get("aria-invalid")).toBe("true");
    expect(field?.get("aria-describedby")).toBe("error");
    expect(field?.get("value")).toBe("ada@");
    expect(byId(page, "error")?.get("role")).toBe("alert");
    expect(byId(page, "input-username-for-login-provider")?.has("aria-invalid")).toBe(false);
  });

  it.each(Object.entries(english.signIn.errors))(
    "says what to do about %s",
    async (error, sentence) => {
      const page = await signIn({ forms: [email], error });
      expect(page.html).toContain(`<p>${sentence}</p>`);
    },
  );

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "Nonsense"])(
    "[N02] has the general sentence for an error called %s",
    async (error) => {
      const page = await signIn({ forms: [email], error, code: error });
      expect(page.html).toContain(english.signIn.errorDefault);
    },
  );

  it("has no alert without an error", async () => {
    expect((await signIn({ forms: [email], error: "" })).html).not.toContain('role="alert"');
  });

  it("says an app's own sentence for its own code, and never the code itself", async () => {
    const messages = {
      ...english,
      signIn: { ...english.signIn, errorCodes: { locked: "Locked for a day." } },
    };
    const draw = (code: string) =>
      signInPage({
        ...calm,
        messages,
        csrfToken: "c",
        callbackUrl: "/",
        forms: [password],
        error: "CredentialsSignin",
        code,
      });
    expect((await draw("locked")).html).toContain("Locked for a day.");
    const unknown = await draw("secret-code");
    expect(unknown.html).toContain(english.signIn.errors["CredentialsSignin"]);
    expect(unknown.html).not.toContain("secret-code");
  });

  it("names the fields of the built-in password form, and of no other", async () => {
    const draw = async (form: SignInForm) =>
      (await signIn({ forms: [form], error: "CredentialsSignin" })).html;
    const { PasswordSignin = "", CredentialsSignin = "" } = english.signIn.errors;
    const field = { name: "password", label: "Password", type: "password" };
    const ours = { kind: "credentials", id: "password", name: "Password" } as const;
    const filled = { ...ours, action: "/callback/password", fields: [field] };
    expect(await draw({ ...filled, isPassword: true })).toContain(PasswordSignin);
    expect(await draw(password)).toContain(CredentialsSignin);
  });

  it("[N03] shows a prefilled address as the value of the e-mail field and nowhere else", async () => {
    const page = await signIn({
      forms: [email, password],
      typed: { field: "email", text: "ada@example.com" },
    });
    expect(page.html.split("ada@example.com")).toHaveLength(2);
    expect(byId(page, "input-email-for-mail-provider")?.get("value")).toBe("ada@example.com");
  });

  it("keeps hostile values whole, as values", async () => {
    for (const text of CORPUS) {
      const page = await signInPage({
        ...calm,
        csrfToken: text,
        callbackUrl: text,
        forms: [email],
        typed: { field: "email", text },
      });
      expect([
        hidden(page, "csrfToken"),
        hidden(page, "callbackUrl"),
        hidden(page, "email"),
      ]).toEqual([[text], [text], [text]]);
    }
  });

  it("allows a logo's origin in its CSP, and form targets as told", async () => {
    const page = await signInPage({
      ...calm,
      theme: { ...theme, logo: "https://cdn.example/l.png" },
      formAction: "'self' https:",
      csrfToken: "c",
      callbackUrl: "/",
      forms: [github],
    });
    expect(page.headers["content-security-policy"]).toContain(
      "img-src 'self' data: https://cdn.example;",
    );
    expect(page.headers["content-security-policy"]).toContain("form-action 'self' https:;");
  });
});

describe("the error page", () => {
  it.each([
    ["Configuration", 500],
    ["SessionTooLarge", 500],
    ["AccessDenied", 403],
    ["Verification", 403],
    ["WebAuthnVerificationError", 200],
    ["Nonsense", 200],
    ["__proto__", 200],
    ["constructor", 200],
    ["toString", 200],
    ["hasOwnProperty", 200],
  ])("[N02] answers %s with %i", async (error, status) => {
    const page = await errorPage({ ...calm, error, signInUrl: "/signin", homeUrl: "/" });
    expect(page.status).toBe(status);
    const known = Object.entries(english.error.texts).find(([key]) => key === error)?.[1];
    expect(page.html).toContain(`<h1>${(known ?? english.error.textDefault).heading}</h1>`);
  });

  it("[N08] never shows the error's name, nor a cause unless it was given one", async () => {
    const page = await errorPage({
      ...calm,
      error: "AdapterError",
      signInUrl: "/signin",
      homeUrl: "/",
    });
    expect(page.html).not.toContain("AdapterError");
    expect(page.html).not.toContain(english.error.developer);
  });

  it("shows what is for developers from left to right, also on a page that reads from the right", async () => {
    const said = { message: "It failed.", cause: "Why.", cure: "Set `url`." };
    const page = await errorPage({
      ...calm,
      messages: { ...english, lang: "ar", dir: "rtl" },
      ...{ error: "Configuration", signInUrl: "/signin", homeUrl: "/" },
      detail: { reference: "5XGY-4ATS", ...said },
    });
    expect(page.html).toContain('dir="rtl"');
    for (const text of ["5XGY-4ATS", ...Object.values(said)]) {
      const [, tag = ""] =
        page.html.split(text.replaceAll("`", "&#96;"))[0]?.match(/(<[^<]*>)$/) ?? [];
      expect([text, tag]).toEqual([text, expect.stringContaining('dir="ltr"')]);
    }
  });
});

describe("the English messages", () => {
  const texts = (value: unknown): readonly string[] => {
    if (typeof value === "string") return [value];
    if (typeof value === "function") return [String(Reflect.apply(value, undefined, ["VALUE"]))];
    return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [];
  };

  it("are complete: no text is empty, and those with a value use it", () => {
    expect(texts(english).filter((text) => text.trim() === "")).toEqual([]);
    expect(texts(english).filter((text) => text.includes("VALUE")).length).toBe(6);
  });

  it.each([
    "Signin",
    "OAuthSignin",
    "OAuthCallbackError",
    "OAuthCreateAccount",
    "EmailCreateAccount",
    "Callback",
    "OAuthAccountNotLinked",
    "EmailSignin",
    "CredentialsSignin",
    "FreshSignInRequired",
    "SessionRequired",
    "MissingCSRF",
    "AccountNotLinked",
    "Configuration",
    "InvalidEmail",
    "WebAuthnVerificationError",
  ])("have a sentence of their own for %s", (error) => {
    expect(Object.keys(english.signIn.errors)).toContain(error);
  });
});
