import { parseSetCookie } from "cookie";
import { endingOf, setValue, type Ending, type Exchange } from "./answer.js";
import { cookieOf, cookies, origin } from "./message.js";
import { tables, type Dump, type Rows, type Table } from "./store.js";
import type { Tally } from "./violation.js";

/** Where sign-ins may be sent to, besides the site itself. */
const authorizationEndpoints = ["https://hub.test/authorize", "https://idp.test/authorize"];

export function checkRedirect(tally: Tally, exchange: Exchange): void {
  const { location } = exchange.answer;
  if (location === null) return;
  const url = new URL(location);
  const isHome = url.origin === origin && url.username === "" && url.password === "";
  const mayLeave = exchange.sent.about.kind === "begin" && leadsBack(url);
  tally.check("no redirect leaves the origin", isHome || mayLeave, () => location);
}

function leadsBack(url: URL): boolean {
  const target = url.searchParams.get("redirect_uri") ?? "";
  const endpoint = `${url.origin}${url.pathname}`;
  return authorizationEndpoints.includes(endpoint) && target.startsWith(`${origin}/auth/callback/`);
}

const exactNames = new Set<string>([
  cookies.session,
  cookies.csrf,
  cookies.mail,
  "__Host-latchkey.callback-url",
]);

export function checkFlags(tally: Tally, { answer }: Exchange): void {
  for (const line of answer.lines) {
    const { name, value, secure, httpOnly, sameSite, path, domain, ...age } = parseSetCookie(line);
    const isFlow = name.startsWith(cookies.flow);
    const isOurs = exactNames.has(name) || isFlow || name.startsWith(cookies.challenge);
    const isTied = secure === true && httpOnly === true && path === "/" && domain === undefined;
    const isLax = sameSite === "lax" || (isFlow && sameSite === "none");
    const isCleared = value === "" && age.maxAge === 0;
    const isBounded = age.maxAge !== undefined || age.expires !== undefined;
    const needsBound = name !== cookies.csrf && !name.endsWith("callback-url");
    const holds =
      isOurs && isTied && isLax && (isCleared || (value !== "" && (isBounded || !needsBound)));
    tally.check("no cookie without its flags", holds, () => line);
  }
}

/** Counts, without asking the model, what every secret was good for. */
export class Ledger {
  readonly #spent = new Map<string, number>();
  /** The token that a mail cookie holds. */
  readonly #tokens = new Map<string, string>();

  check(tally: Tally, exchange: Exchange): void {
    this.#noteMail(exchange);
    const secret = this.#secretOf(exchange);
    const ending = endingOf(exchange);
    if (secret === undefined || (ending !== "signed-in" && ending !== "linked")) return;
    const times = (this.#spent.get(secret) ?? 0) + 1;
    this.#spent.set(secret, times);
    const detail = () => `${secret} was good for ${times} sign-ins`;
    tally.check("a single-use thing is consumed at most once", times === 1, detail);
  }

  #noteMail({ answer }: Exchange): void {
    const cookie = setValue(answer, cookies.mail);
    if (answer.mail && cookie) this.#tokens.set(cookie, answer.mail.token);
  }

  /** What is used up by a request. A code stands for the token of the mail it was in. */
  #secretOf({ sent }: Exchange): string | undefined {
    const { about } = sent;
    if (about.kind === "return") return `state ${about.state}`;
    if (about.kind === "passkey") return `challenge ${about.challenge}`;
    if (about.kind === "link" || about.kind === "press") return `token ${about.token}`;
    if (about.kind !== "code") return undefined;
    return `token ${this.#tokens.get(cookieOf(sent, cookies.mail)) ?? "unknown"}`;
  }
}

type Change = "never" | "removed" | "expired" | "any";

const kept: Readonly<Record<Table, Change>> = {
  users: "never",
  accounts: "never",
  passkeys: "never",
  sessions: "expired",
  tokens: "never",
};
const free = {
  users: "any",
  accounts: "any",
  passkeys: "any",
  sessions: "any",
  tokens: "any",
} as const;

/** What may become of the rows of a table. A session that has expired may go at any time. */
const changes: Readonly<Record<Ending, Readonly<Record<Table, Change>>>> = {
  refused: { ...kept, tokens: "removed" },
  broke: kept,
  shown: kept,
  asked: kept,
  read: { ...kept, sessions: "any" },
  began: { ...kept, tokens: "any" },
  again: { ...kept, tokens: "any" },
  "signed-out": { ...kept, sessions: "any" },
  "signed-in": free,
  linked: free,
};

/** For one request by itself. */
export function checkUnchanged(
  tally: Tally,
  exchange: Exchange,
  { before, after }: { before: Dump; after: Dump },
): void {
  const ending = endingOf(exchange);
  const { at } = exchange.sent;
  for (const table of tables) {
    const rule = changes[ending][table];
    const holds = isAllowed(rule, { before: before[table], after: after[table], at });
    const detail = () => `${ending}, and ${table} changed: ${JSON.stringify(exchange.sent.about)}`;
    tally.check("a refused request changes nothing", holds, detail);
  }
  if (ending === "refused") checkNoCookie(tally, exchange);
}

/** Only what is used up is taken away from the browser. */
function checkNoCookie(tally: Tally, { answer }: Exchange): void {
  const touched = answer.lines.map((line) => parseSetCookie(line));
  const holds = touched.every(
    ({ name, value }) => value === "" && name !== cookies.session && name !== cookies.csrf,
  );
  tally.check("a refused request changes nothing", holds, () => answer.lines.join("\n"));
}

interface Both {
  readonly before: Rows;
  readonly after: Rows;
  readonly at: number;
}

function isAllowed(rule: Change, { before, after, at }: Both): boolean {
  if (rule === "any") return true;
  const isNew = [...after].some(
    ([key, row]) => JSON.stringify(before.get(key)) !== JSON.stringify(row),
  );
  const removed = [...before].filter(([key]) => !after.has(key));
  if (isNew) return false;
  if (rule === "removed" || removed.length === 0) return true;
  return rule === "expired" && removed.every(([, { expires = Infinity }]) => expires <= at);
}

/** After a sign-out: the browser has no session, and with the database strategy nobody has it. */
export function checkSignedOut(
  tally: Tally,
  exchange: Exchange,
  { kept: left, reader }: { kept: readonly string[]; reader: string | null | undefined },
): void {
  const isCleared =
    cookieOf(exchange.sent, cookies.session) === "" ||
    setValue(exchange.answer, cookies.session) === "";
  tally.check(
    "sign-out is final",
    isCleared && left.length === 0,
    () => "the browser keeps its cookie",
  );
  if (reader !== undefined) {
    tally.check(
      "sign-out is final",
      reader === null,
      () => `the session is still ${String(reader)}'s`,
    );
  }
}
