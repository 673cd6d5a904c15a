import type { Awaitable } from "../../types/common.js";
import type { SerializeCookieOptions } from "../../types/cookies.js";
import type { CoreWeakness, Finding, Weakness } from "../../types/finding.js";
import { isInMemory } from "../../types/symbols.js";
import type { AuthConfig } from "../auth-config.js";
import { InvalidConfiguration, type AuthError } from "../errors/errors.js";
import type { Flow } from "../flow.js";
import { isLoopbackHost } from "../http/loopback.js";
import { webUrl } from "../http/urls.js";
import type { Plugins } from "../plugins/folded.js";
import { isRecord } from "../values/json.js";
import { inProduction, modeOfConfig, type Mode } from "../values/mode.js";
import { lifetimesOf } from "./lifetimes.js";
import { strategyOf } from "./strategy.js";
import type { WarnOnce } from "./warn-once.js";
import { findForgery, passesEverything } from "./weakness-probes.js";
import { withCode } from "./weakness.js";

/** The parts of a configuration that are judged. */
export interface Judged {
  readonly config: AuthConfig;
  /** The site's URL, if known. */
  readonly origin: string | null;
  readonly flows: readonly Flow[];
  /** Those of plugins. */
  readonly stages: Plugins["stages"];
  readonly isStateShared: () => Promise<boolean>;
  /** Findings of plugins; only those with a code are weaknesses. */
  readonly plugins: () => Promise<readonly Finding[]>;
}

interface Check {
  readonly code: CoreWeakness;
  readonly about: string;
  /** An error in production, even without `strict`. */
  readonly level?: "error";
  /** True, or the names of the options that are weak. */
  readonly find: (judged: Judged) => Awaitable<boolean | readonly string[]>;
  /** Needs a query, so requests wait for it only with `strict`. */
  readonly asks?: true;
}

const year = 366 * 24 * 60 * 60;

/** Every weakness the core checks. Plugins add theirs with `examine`. */
export const checks: readonly Check[] = [
  {
    code: "weak-session-cookie-script",
    about: "cookies",
    level: "error",
    find: ({ config }) => optionsOf(config, "sessionToken").httpOnly === false,
  },
  {
    code: "weak-cookie-script",
    about: "cookies",
    find: ({ config }) =>
      cookiesWith(config, ({ httpOnly }) => httpOnly === false).filter((name) => !isSession(name)),
  },
  {
    code: "weak-cookie-insecure",
    about: "cookies",
    find: ({ config, origin }) =>
      !isPlainHttp(origin) &&
      (config.useSecureCookies === false ||
        cookiesWith(config, ({ secure }) => secure === false).length > 0),
  },
  {
    code: "weak-cookie-same-site",
    about: "cookies",
    find: ({ config }) =>
      (["sessionToken", "csrfToken"] as const).some((name) =>
        ["none", false].some((value) => optionsOf(config, name).sameSite === value),
      ),
  },
  {
    code: "weak-cookie-domain",
    about: "cookies",
    find: ({ config }) => cookiesWith(config, ({ domain }) => domain !== undefined),
  },
  {
    code: "weak-host",
    about: "origin",
    find: ({ config }) =>
      config.trustHost === true &&
      config.url === undefined &&
      modeOfConfig(config).setsHost !== true,
  },
  {
    code: "weak-url",
    about: "origin",
    find: ({ config, origin }) =>
      [origin, config.redirectProxyUrl].some((url) => isPlainHttp(url ?? null)),
  },
  {
    code: "weak-session-lifetime",
    about: "sessions",
    find: ({ config }) => lifetimesOf(config).maxAge > year,
  },
  {
    code: "weak-jwt",
    about: "sessions",
    level: "error",
    find: ({ config }) => strategyOf(config) === "jwt" && findForgery(config),
  },
  {
    code: "weak-redirect",
    about: "callbacks",
    find: ({ config, origin }) => passesEverything(config, origin),
  },
  {
    code: "weak-linking",
    about: "providers",
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
    find: (judged) => (judged.config.rateLimit === false ? guessable(judged) : false),
  },
  {
    code: "weak-store",
    about: "store",
    find: ({ config: { adapter } }) =>
      isRecord(adapter) && Reflect.get(adapter, isInMemory) === true,
  },
  {
    code: "weak-state",
    about: "shared state",
    asks: true,
    find: async (judged) => {
      const ids = guessable(judged);
      return ids.length > 0 && !(await judged.isStateShared()) ? ids : false;
    },
  },
  {
    code: "weak-notices",
    about: "mail",
    find: ({ flows }) =>
      flows.some(({ acts }) => acts !== undefined) && !flows.some(({ mail }) => mail?.notify),
  },
];

/** The weaknesses of a configuration, the dangerous ones first. */
export async function findWeaknesses(judged: Judged): Promise<Weakness[]> {
  return [...(await findOf(checks, judged)), ...(await ofPlugins(judged))].toSorted(
    (a, b) => Number(b.level === "error") - Number(a.level === "error"),
  );
}

/** Logs weaknesses in production. Returns the first that is an error; with `strict`, all are. */
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
    // If the store is down, the check is skipped: that's no reason to refuse requests.
    const what = await (asks ? Promise.resolve(find(judged)).catch(() => false) : find(judged));
    if (what === false || (Array.isArray(what) && what.length === 0)) continue;
    const { weaknessText } = await import("#explain");
    const { message, cure } = weaknessText(check.code);
    const named = Array.isArray(what) ? `: ${what.join(", ")}.` : "";
    found.push({ ...check, level, message: message + named, cure });
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

/** http is safe on the machine itself. */
function isPlainHttp(url: string | null): boolean {
  const parsed = url === null ? undefined : webUrl(url);
  return parsed?.protocol === "http:" && !isLoopbackHost(parsed.host);
}

/**
 * What has something to guess: passwords, and the codes of plugins that ask for another proof. Email codes are
 * counted with their mail, wherever it's stored.
 */
function guessable({ flows, stages }: Judged): readonly string[] {
  const ids = flows.flatMap(({ id, type }) => (type === "credentials" ? [id] : []));
  const asking = (stages ?? []).flatMap(({ phase, plugin }) =>
    phase === "prove" ? [plugin.name] : [],
  );
  return [...ids, ...asking];
}

const hasNone = (declared: unknown): boolean =>
  declared === undefined || (isRecord(declared) && Object.keys(declared).length === 0);

/** The providers, as far as they can be created without options. */
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
