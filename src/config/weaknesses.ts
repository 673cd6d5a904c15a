import { InvalidConfiguration, type AuthError } from "../errors.js";
import type { Flow } from "../flows/flow.js";
import { isLoopbackHost } from "../http/loopback.js";
import { webUrl } from "../http/urls.js";
import { isRecord } from "../json.js";
import { inProduction, modeOfConfig, type Mode } from "../mode.js";
import { isInMemory } from "../symbols.js";
import type { Awaitable } from "../types/common.js";
import type { AuthConfig } from "../types/config.js";
import type { SerializeCookieOptions } from "../types/cookies.js";
import type { Finding, Weakness } from "../types/finding.js";
import { lifetimesOf } from "./lifetimes.js";
import { strategyOf } from "./strategy.js";
import { withCode } from "./weakness.js";
import { findForgery, passesEverything } from "./weakness-probes.js";
import type { WarnOnce } from "./warn-once.js";

/** What of a configuration is judged. */
export interface Judged {
  readonly config: AuthConfig;
  /** Where the site is, if that is known. */
  readonly origin: string | null;
  readonly flows: readonly Flow[];
  readonly isStateShared: () => Promise<boolean>;
  /** What plugins found: only what has a code is a weakness. */
  readonly plugins: () => Promise<readonly Finding[]>;
}

interface Check {
  readonly code: Weakness["code"];
  readonly about: string;
  /** An error in production, whether or not `strict` is set. */
  readonly level?: "error";
  /** What it is, and why that is dangerous. */
  readonly message: string;
  /** The line to write. */
  readonly cure: string;
  /** True, or the names of what is weak. */
  readonly find: (judged: Judged) => Awaitable<boolean | readonly string[]>;
  /** It takes a query, which no request waits for unless `strict` is set. */
  readonly asks?: true;
}

const year = 366 * 24 * 60 * 60;

/** Every weakness that the core knows. Plugins bring theirs with `examine`. */
export const checks: readonly Check[] = [
  {
    code: "weak-session-cookie-script",
    about: "cookies",
    level: "error",
    message: "Scripts can read the session cookie, so one injected script steals every session.",
    cure: "Remove `httpOnly: false` from `cookies.sessionToken.options`. Read the session with `getSession` in the browser.",
    find: ({ config }) => optionsOf(config, "sessionToken").httpOnly === false,
  },
  {
    code: "weak-cookie-script",
    about: "cookies",
    message: "Scripts can read cookies that protect a sign-in",
    cure: "Remove `httpOnly: false` from the option `cookies`.",
    find: ({ config }) =>
      cookiesWith(config, ({ httpOnly }) => httpOnly === false).filter((name) => !isSession(name)),
  },
  {
    code: "weak-cookie-insecure",
    about: "cookies",
    message: "Cookies travel over http too, where anyone on the network can read them.",
    cure: "Remove `useSecureCookies: false`, and `secure: false` from the option `cookies`.",
    find: ({ config, origin }) =>
      !isPlainHttp(origin) &&
      (config.useSecureCookies === false ||
        cookiesWith(config, ({ secure }) => secure === false).length > 0),
  },
  {
    code: "weak-cookie-same-site",
    about: "cookies",
    message: "Browsers send the session or CSRF cookie with requests from every other site.",
    cure: 'Remove `sameSite: "none"` from `cookies.sessionToken` and `cookies.csrfToken`.',
    find: ({ config }) =>
      (["sessionToken", "csrfToken"] as const).some((name) =>
        ["none", false].some((value) => optionsOf(config, name).sameSite === value),
      ),
  },
  {
    code: "weak-cookie-domain",
    about: "cookies",
    message:
      "Every subdomain gets the cookies with a `domain`, so the weakest of them can read or replace a session",
    cure: "Remove `domain` from the option `cookies`, unless all subdomains are yours and as safe as this site.",
    find: ({ config }) => cookiesWith(config, ({ domain }) => domain !== undefined),
  },
  {
    code: "weak-host",
    about: "origin",
    message:
      "The Host header of requests is trusted: if your proxy passes on what a client sends, links in mails can lead to another site.",
    cure: "Set AUTH_URL, or the option `url`, to the URL of the site.",
    find: ({ config }) =>
      config.trustHost === true &&
      config.url === undefined &&
      modeOfConfig(config).setsHost !== true,
  },
  {
    code: "weak-url",
    about: "origin",
    message: "The site is at an http URL: cookies and passwords travel unencrypted.",
    cure: "Serve the site over https, and set AUTH_URL to its https URL.",
    find: ({ config, origin }) =>
      [origin, config.redirectProxyUrl].some((url) => isPlainHttp(url ?? null)),
  },
  {
    code: "weak-session-lifetime",
    about: "sessions",
    message:
      "A session can go unused for more than a year and still work, as does a stolen or forgotten one.",
    cure: "Set `session.maxAge` to a year at most, or leave it out for 30 days.",
    find: ({ config }) => lifetimesOf(config).maxAge > year,
  },
  {
    code: "weak-jwt",
    about: "sessions",
    level: "error",
    message:
      "`jwt.decode` accepts a token that was changed after `jwt.encode` made it, so anyone can sign in as anyone.",
    cure: "Remove `jwt.encode` and `jwt.decode`, or verify a signature in `jwt.decode` before you trust the claims.",
    find: ({ config }) => strategyOf(config) === "jwt" && findForgery(config),
  },
  {
    code: "weak-redirect",
    about: "callbacks",
    message:
      "The `redirect` callback allows every URL, so a link to your sign-in page can end at a phishing site.",
    cure: "Return `baseUrl` from `callbacks.redirect` unless the origin of `url` is one you listed.",
    find: ({ config, origin }) => passesEverything(config, origin),
  },
  {
    code: "weak-linking",
    about: "providers",
    message:
      "Accounts are linked by e-mail address alone: whoever can register an address at the provider takes over the user who has it",
    cure: "Remove `allowDangerousEmailAccountLinking`, unless the provider verifies every address.",
    find: ({ config }) =>
      config.adapter === undefined
        ? false
        : providersOf(config).flatMap(({ id, allowDangerousEmailAccountLinking: links }) =>
            links === true ? [String(id)] : [],
          ),
  },
  {
    code: "weak-credentials",
    about: "limits",
    message:
      "A credentials provider declares no fields, so attempts are limited by name only if the name is sent as `email`, `username`, `login`, `user` or `name`",
    cure: 'Declare its fields: `credentials: { username: {}, password: { type: "password" } }`.',
    find: ({ config }) =>
      config.rateLimit === undefined || isRecord(config.rateLimit)
        ? providersOf(config).flatMap(({ id, type, credentials }) =>
            type === "credentials" && hasNone(credentials) ? [String(id)] : [],
          )
        : false,
  },
  {
    code: "weak-rate-limit",
    about: "limits",
    message: "Failed sign-ins aren't limited, so passwords and codes can be guessed",
    cure: "Remove `rateLimit: false`, or set limits of your own.",
    find: ({ config, flows }) => (config.rateLimit === false ? guessable(flows) : false),
  },
  {
    code: "weak-store",
    about: "store",
    message: "Users and sessions are in the memory of one process, and are lost when it ends.",
    cure: 'Use an adapter for a database, such as `SqlAdapter` of "latchkey/adapters/sql".',
    find: ({ config: { adapter } }) =>
      isRecord(adapter) && Reflect.get(adapter, isInMemory) === true,
  },
  {
    code: "weak-state",
    about: "shared state",
    message:
      "Limits and single use are counted in each process alone: with several processes, there are as many attempts as processes",
    cure: "Set `sharedState`, such as `redisState(client)` or `sqlState(db)`; for a single process, `memoryState()`.",
    asks: true,
    find: async ({ flows, isStateShared }) => {
      const ids = guessable(flows);
      return ids.length > 0 && !(await isStateShared()) ? ids : false;
    },
  },
  {
    code: "weak-notices",
    about: "mail",
    message:
      "Users aren't told when their password or second factor changes: the mailer has no `sendNotice`.",
    cure: "Use a mailer of `latchkey/providers`, or give yours a `sendNotice` function.",
    find: ({ flows }) =>
      flows.some(({ acts }) => acts !== undefined) && !flows.some(({ mail }) => mail?.notify),
  },
];

/** The weaknesses of a configuration, dangerous ones first. */
export async function findWeaknesses(judged: Judged): Promise<Weakness[]> {
  return [...(await findOf(checks, judged)), ...(await ofPlugins(judged))].toSorted(
    (a, b) => Number(b.level === "error") - Number(a.level === "error"),
  );
}

/** Logs weaknesses in production. Returns the first that is an error: all of them are under `strict`. */
export async function judge(judged: Judged, warnOnce: WarnOnce): Promise<AuthError | undefined> {
  const strict = judged.config.strict === true;
  const warn = (found: readonly Weakness[]) => {
    for (const weakness of found) warnOnce(weakness.code, () => textOf(weakness));
  };
  const atOnce = strict ? checks : checks.filter(({ asks }) => !asks);
  const found = [...(await findOf(atOnce, judged)), ...(await ofPlugins(judged))];
  const wrong = found.find(({ level }) => strict || level === "error");
  if (wrong) return problemOf(wrong, modeOfConfig(judged.config));
  warn(found);
  const asking = checks.filter(({ asks }) => asks && !strict);
  void findOf(asking, judged).then(warn, () => undefined);
  return undefined;
}

async function findOf(wanted: readonly Check[], judged: Judged): Promise<Weakness[]> {
  const found: Weakness[] = [];
  for (const { find, asks, level = "warning", ...check } of wanted) {
    // What can't be found out now, since the store is down, is no reason to refuse anybody.
    const what = await (asks ? Promise.resolve(find(judged)).catch(() => false) : find(judged));
    if (what === false || (Array.isArray(what) && what.length === 0)) continue;
    const named = Array.isArray(what) ? `: ${what.join(", ")}.` : "";
    found.push({ ...check, level, message: check.message + named });
  }
  return found;
}

async function ofPlugins({ plugins }: Judged): Promise<Weakness[]> {
  return (await plugins()).filter(hasCode);
}

function problemOf(weakness: Weakness, mode: Mode): AuthError {
  const why = weakness.level === "error" ? "" : " `strict` makes this an error.";
  const message = withCode(textOf(weakness) + why, weakness.code);
  return new InvalidConfiguration(inProduction(mode, message));
}

const textOf = ({ message, cure = "" }: Weakness): string => `${message} ${cure}`.trim();

const hasCode = (finding: Finding): finding is Weakness => finding.code !== undefined;

type CookieName = keyof NonNullable<AuthConfig["cookies"]>;

const isSession = (name: string): boolean => name === "sessionToken";

function optionsOf({ cookies }: AuthConfig, name: CookieName): SerializeCookieOptions {
  return cookies?.[name]?.options ?? {};
}

function cookiesWith(
  { cookies = {} }: AuthConfig,
  isWeak: (options: SerializeCookieOptions) => boolean,
): readonly string[] {
  return Object.entries(cookies).flatMap(([name, given]) =>
    given.options && isWeak(given.options) ? [name] : [],
  );
}

/** Nobody listens on the way to the machine itself. */
function isPlainHttp(url: string | null): boolean {
  const parsed = url === null ? undefined : webUrl(url);
  return parsed?.protocol === "http:" && !isLoopbackHost(parsed.host);
}

/** Flows in which something can be guessed. Codes of mails are counted with their mail, wherever that is stored. */
function guessable(flows: readonly Flow[]): readonly string[] {
  return flows.flatMap(({ id, type }) => (type === "credentials" ? [id] : []));
}

const hasNone = (declared: unknown): boolean =>
  declared === undefined || (isRecord(declared) && Object.keys(declared).length === 0);

/** What providers are made of, as far as they can be made without their options. */
function providersOf({ providers }: AuthConfig): readonly Readonly<Record<string, unknown>>[] {
  return providers.flatMap((provider) => {
    try {
      const made: unknown = typeof provider === "function" ? provider({}) : provider;
      if (!isRecord(made)) return [];
      const { options } = made;
      return [isRecord(options) ? { ...made, ...options } : made];
    } catch {
      return [];
    }
  });
}
