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
  cookies.failure,
  cookies.typed,
  cookies.mail,
  cookies.proof,
  cookies.device,
  cookies.target,
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
    const needsBound = name !== cookies.csrf && name !== cookies.target;
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
    if (about.kind === "return" || about.kind === "land") return `state ${about.state}`;
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
  hopped: kept,
  managed: { ...kept, sessions: "any" },
  began: { ...kept, tokens: "any" },
  again: { ...kept, tokens: "any" },
  "signed-out": { ...kept, sessions: "any" },
  "signed-in": free,
  linked: free,
};

/** What is known around a request. */
interface Around {
  readonly before: Dump;
  readonly after: Dump;
  /** The session cookie may change, whatever comes of the request. */
  readonly mayChange?: boolean;
  /** Whether a session was ended, so that its row may go at any time. */
  readonly isOver?: (token: string) => boolean;
}

/** For one request by itself. */
export function checkUnchanged(
  tally: Tally,
  exchange: Exchange,
  { before, after, mayChange = false, isOver = () => false }: Around,
): void {
  const ending = endingOf(exchange);
  const { at } = exchange.sent;
  for (const table of tables) {
    const rule = changes[ending][table];
    const holds = isAllowed(rule, { before: before[table], after: after[table], at, isOver });
    const detail = () => `${ending}, and ${table} changed: ${JSON.stringify(exchange.sent.about)}`;
    tally.check("a refused request changes nothing", holds, detail);
  }
  if (ending === "refused") checkNoCookie(tally, exchange, mayChange);
}

/**
 * Only what is used up is taken away from the browser, and a session that is over; and it is told the
 * reference of the error, and what was typed. Whoever must sign in again is led back then.
 */
function checkNoCookie(tally: Tally, { answer }: Exchange, mayChange: boolean): void {
  const touched = answer.lines.map((line) => parseSetCookie(line));
  const leadsBack = answer.location?.includes("error=FreshSignInRequired") === true;
  const holds = touched.every(
    ({ name, value = "" }) =>
      name === cookies.failure ||
      name === cookies.typed ||
      (leadsBack && name === cookies.target && isAtHome(value)) ||
      (mayChange && name === cookies.session) ||
      (value === "" && name !== cookies.session && name !== cookies.csrf),
  );
  const detail = () => `${answer.lines.join("\n")} on the way to ${String(answer.location)}`;
  tally.check("a refused request changes nothing", holds, detail);
}

function isAtHome(address: string): boolean {
  return URL.canParse(address) && new URL(address).origin === origin;
}

interface Both {
  readonly before: Rows;
  readonly after: Rows;
  readonly at: number;
  readonly isOver: (token: string) => boolean;
}

function isAllowed(rule: Change, { before, after, at, isOver }: Both): boolean {
  if (rule === "any") return true;
  const isNew = [...after].some(
    ([key, row]) => JSON.stringify(before.get(key)) !== JSON.stringify(row),
  );
  const removed = [...before].filter(([key]) => !after.has(key));
  if (isNew) return false;
  if (rule === "removed" || removed.length === 0) return true;
  const mayGo = ([token, { expires = Infinity }]: (typeof removed)[number]) =>
    expires <= at || isOver(token);
  return rule === "expired" && removed.every(mayGo);
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
