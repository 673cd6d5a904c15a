import { parseSetCookie } from "cookie";
import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import Google from "latchkey/providers/google";
import Guest from "latchkey/providers/guest";
import Nodemailer from "latchkey/providers/nodemailer";
import Passkey from "latchkey/providers/passkey";
import Password from "latchkey/providers/password";
import { captureMail, scriptedProvider } from "latchkey/testing";
import { vi } from "vitest";
import { allPlugins } from "../../support/all-plugins.js";
import { authorizeQuery, requestIn, verifier } from "../../support/bearer-world.js";
import { Browser, location, textMember } from "../../support/client.js";
import { ada, adasForm, people, recorder, storedUser } from "../../support/config.js";
import type { Line } from "./signatures.js";

/**
 * What each route answers: signed out and signed in, in a browser and to a program. The request has no
 * fields but the form's token, so that a route that is new is answered here without being told of.
 */
export async function answers(routes: readonly string[]): Promise<Line[]> {
  // Lifetimes of cookies are counted from now, in whole seconds.
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / 1000) * 1000 });
  try {
    const lines: Line[] = [];
    for (const route of [...routes.flatMap(spelledOut), "GET nothing", "POST nothing"]) {
      for (const [who, how] of circumstances) lines.push(...(await ask(route, who, how)));
    }
    return [...lines, ...(await journey())];
  } finally {
    vi.useRealTimers();
  }
}

/** That of `allPlugins`. */
const redirectUri = "com.example.app:/in";
const program = { headers: { "x-auth-return-redirect": "1" } };
const circumstances = [
  ["out", {}],
  ["in", {}],
  ["in", program],
] as const;

const ids = ["credentials", "google", "guest", "nodemailer", "passkey", "password"];
const acts = ["sign-up", "forgot", "again", "reset", "change"];

/** With whom or what a route can be about, in place of `{}`. */
function spelledOut(route: string): string[] {
  if (!route.includes("{}")) return [route];
  const isForAll = /(?:signin|callback)\//.test(route);
  const names = route.includes("password/") ? acts : isForAll ? ids : ["google", "passkey"];
  return names.map((name) => route.replace("{}", name));
}

/** A site with every provider of a kind and every plugin, that nobody has visited. */
function site() {
  const store = createMemoryStore();
  store.users.set(ada.id, storedUser(ada));
  store.emails.set(ada.email, ada.id);
  const mail = captureMail();
  const mailer = mail.from(Nodemailer({ server: "smtp://127.0.0.1:9" }));
  const { provider: google } = scriptedProvider(Google);
  const browser = new Browser({
    providers: [people, google, Guest(), mailer, Passkey(), Password({ email: mailer })],
    // Limits and what is used up belong to the secret.
    secret: `a secret of one site, long enough: ${crypto.randomUUID()}`,
    trustHost: true,
    adapter: MemoryAdapter(store),
    session: { strategy: "jwt" },
    plugins: allPlugins(),
    logger: recorder().logger,
  });
  return { browser, mail };
}

async function ask(
  route: string,
  who: "in" | "out",
  how: Parameters<Browser["submit"]>[2] = {},
): Promise<Line[]> {
  const { browser } = site();
  if (who === "in") await browser.signIn(adasForm);
  const [method, path = ""] = route.split(" ");
  const response = await (method === "GET"
    ? browser.get(path, how)
    : browser.submit(path, {}, how));
  const to = how === program ? "a program" : "a browser";
  return linesOf(`answer ${route} signed ${who} to ${to}`, response);
}

/** A person signs in by password, by link and with an app, changes the session and signs out. */
async function journey(): Promise<Line[]> {
  const { browser, mail } = site();
  const lines: Line[] = [];
  const note = async (what: string, response: Response) => {
    lines.push(...(await linesOf(`answer ${what}`, response.clone())));
    return response;
  };
  const email = ada.email;
  await note("POST signin/nodemailer asked", await browser.submit("signin/nodemailer", { email }));
  const { link: mailed = "" } = mail.newest(email);
  const { pathname, search } = new URL(mailed);
  const link = `${pathname.replace("/auth/", "")}${search}`;
  await note("GET callback/nodemailer by link", await browser.get(link));
  await note("POST callback/credentials right", await browser.signIn(adasForm));
  const told = await browser.signIn(adasForm, program);
  await note("POST callback/credentials right to a program", told);
  await note("POST session with data", await browser.update({ name: "Grace" }));
  const query = await authorizeQuery({ redirect_uri: redirectUri });
  const request = await requestIn(await browser.get(query));
  const approval = await browser.submit("bearer/approve", { request, answer: "yes" });
  await note("POST bearer/approve with yes", approval);
  const code = new URL(location(approval)).searchParams.get("code") ?? "";
  const app = { client_id: "app", redirect_uri: redirectUri };
  const proof = { grant_type: "authorization_code", code, code_verifier: verifier };
  const redeemed = await note(
    "POST bearer/token",
    await browser.post("bearer/token", { ...app, ...proof }),
  );
  const given = textMember(await redeemed.json(), "refresh_token");
  const again = { grant_type: "refresh_token", refresh_token: given };
  await note("POST bearer/token again", await browser.post("bearer/token", { ...app, ...again }));
  await note("POST signout from a session", await browser.signOut());
  return lines;
}

/** The status, where it leads, its cookies, and the members of its JSON. */
async function linesOf(key: string, response: Response): Promise<Line[]> {
  const kind = response.headers.get("content-type")?.replace(/;.*$/, "") ?? "nothing";
  const location = response.headers.get("location");
  const text = location === null ? kind : `to ${addressOf(location)}`;
  const cookies = response.headers.getSetCookie().map((line) => cookieLine(key, line));
  const members = kind === "application/json" ? membersOf(key, await response.json()) : [];
  return [{ key, text: `${response.status} ${text}` }, ...cookies, ...members];
}

/** Without what differs each time: the names of parameters, not their values. */
function addressOf(location: string): string {
  const { href, searchParams } = new URL(location, "https://app.test");
  const error = searchParams.get("error");
  const names = [...searchParams.keys()].map((name) =>
    name === "error" ? `error=${error ?? ""}` : name,
  );
  return [href.replace(/\?.*$/, ""), ...names.toSorted()].join(" ");
}

function cookieLine(key: string, line: string): Line {
  const { name, value = "", expires, maxAge, ...attributes } = parseSetCookie(line);
  const plain = name.replace(/(latchkey\.(?:flow|challenge|two-factor)\.)[\w-]+/, "$1{}");
  const seconds = maxAge ?? (expires && Math.round((expires.getTime() - Date.now()) / 1000));
  const lasts = seconds === undefined ? "for the session" : `for ${seconds} s`;
  const text = `${value === "" ? "removed" : lasts} ${JSON.stringify(attributes)}`;
  return { key: `${key} cookie ${plain}`, text };
}

/** A line for each member: one more is an addition, one that is gone or of another type breaks. */
function membersOf(key: string, value: unknown): Line[] {
  if (Array.isArray(value)) return value.slice(0, 1).flatMap((one) => membersOf(`${key}[]`, one));
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([name, member]) => membersOf(`${key}.${name}`, member));
  }
  // Programs compare codes.
  const isCode = key.endsWith(".error") || key.endsWith(".code");
  return [{ key, text: value === null ? "null" : isCode ? JSON.stringify(value) : typeof value }];
}
