import type { AuthConfig } from "../core/auth-config.js";
import type { Parts } from "../core/config/parts.js";
import type { Settings } from "../core/config/settings.js";
import { findWeaknesses } from "../core/config/weaknesses.js";
import { randomId } from "../core/crypto/random.js";
import { explain, messageOf } from "../core/diagnosis/explain.js";
import { createContext } from "../core/engine/context.js";
import { asError } from "../core/errors/as-error.js";
import type { AuthError } from "../core/errors/errors.js";
import type { Flows } from "../core/flow.js";
import { Fields } from "../core/http/fields.js";
import { actionUrl, type Site } from "../core/http/urls.js";
import { examinePlugins } from "../core/plugins/runtime.js";
import { processState } from "../core/state/process.js";
import { filledBy, pluginLine } from "../core/values/plugin-line.js";
import type { Finding } from "../types/finding.js";
import type { Table } from "../types/records.js";
import { ready } from "./ready.js";
import { examineStore } from "./store.js";
import { examineTables } from "./store.js";

const day = 24 * 60 * 60 * 1000;
/** Days a session lasts by default, and the longest time for which a weak secret is still accepted. */
const usualDays = 30;

const dateOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/**
 * What to do about a secret that could be guessed. Users are signed in with it, so it can be accepted beside
 * a new one until their sessions have expired. Undefined if there was none.
 */
function cureOfWeak(problem: AuthError, config: AuthConfig): string | undefined {
  const given = [config.secret ?? []].flat().filter((secret) => secret !== "");
  if (problem.type !== "MissingSecret" || given.length === 0) return undefined;
  const until = dateOf(Date.now() + usualDays * day);
  return `Run \`npx latchkey secret\` and set what it prints as AUTH_SECRET, the same on every instance. To keep users signed in, accept the old one for a while: ${pluginLine(filledBy.olderSecrets, "{ weakSecret: true }")}, AUTH_MOVED_SECRET="the old one" and AUTH_MOVED_UNTIL=${until}`;
}

const about = "shared state";

/** Whether the app's processes share state. */
async function examineState({ sharedState }: AuthConfig, { store }: Parts): Promise<Finding[]> {
  const key = `doctor:${randomId()}`;
  try {
    const shared = sharedState ?? (await store?.sharedState());
    if (!shared || shared === processState) return [alone(shared === null)];
    await shared.set(key, "1", { ttl: 60 });
    const kept = await shared.take(key);
    if (kept === "1") {
      return [{ level: "ok", about, message: "It stores values and returns each one once." }];
    }
    return [
      {
        level: "error",
        about,
        message: "It didn't return the value that was just stored.",
        cure: "Test it with latchkey/state/suite.",
      },
    ];
  } catch (thrown) {
    const error = asError(thrown);
    const { cure } = explain("SharedStateError", error);
    return [{ level: "error", about, message: error.message, cure }];
  }
}

function alone(lacksTable: boolean): Finding {
  return {
    level: "warning",
    about,
    message:
      "It's in the memory of each process. With several processes, rate limits and single use are enforced per process only.",
    cure: lacksTable
      ? "Run `npx latchkey migrate`: the database lacks the table for it."
      : "With a single process, nothing. With several, set `sharedState`, such as redisState(client) or sqlState(db).",
  };
}

/** Where the site is, as far as the caller knows. */
export interface DoctorRequest {
  readonly site: Site;
  /** The headers of the request for the doctor page, if there is one. */
  readonly headers?: Headers;
  /** Flows for providers that don't bring one. */
  readonly defaultFlows: Flows;
}

/** Examines a configuration and everything it depends on. Changes nothing permanently. */
export async function examine(config: AuthConfig, asked: DoctorRequest): Promise<Finding[]> {
  const { problems, settings, parts } = await ready(config, asked.defaultFlows);
  const found = [
    ...problems.map((problem) => problemFinding(problem, config)),
    ...siteFindings(settings, asked),
    ...cookieFindings(settings, asked.site),
  ];
  if (!parts) return [...found, unfinished];
  return [
    ...(problems.length === 0 ? [inOrder(parts)] : []),
    ...found,
    ...(await providerFindings(settings, parts, asked)),
    ...(await examineStore(parts.store, tablesOf(settings, parts))),
    ...(await examineTables(config, parts)),
    ...(await examineState(config, parts)),
    ...(await weaknesses(config, asked, { settings, parts })),
  ];
}

/** The tables of plugins and providers, besides those of Auth.js. */
function tablesOf({ plugins }: Settings, { flows }: Parts): readonly Table[] {
  return [...flows.values()].flatMap(({ tables = [] }) => tables).concat(plugins.tables ?? []);
}

const unfinished: Finding = {
  level: "warning",
  about: "configuration",
  message: "Providers, store and shared state weren't checked.",
  cure: "Fix the problem above first, then run this again.",
};

function problemFinding(problem: AuthError, config: AuthConfig): Finding {
  const cure = cureOfWeak(problem, config) ?? explain(problem.type, problem).cure;
  return { level: "error", about: problem.type, message: messageOf(problem), cure };
}

function inOrder({ flows }: Parts): Finding {
  const ids = [...flows.keys()].join(", ") || "none";
  return { level: "ok", about: "configuration", message: `It's valid. Providers: ${ids}.` };
}

function siteFindings({ origin }: Settings, { site, headers }: DoctorRequest): Finding[] {
  const about = "origin";
  const scheme = headers?.get("x-forwarded-proto");
  const isHttp = site.origin.startsWith("http:");
  if (isHttp && scheme?.split(",", 1)[0]?.trim() === "https") {
    return [
      {
        level: "error",
        about,
        message: `The request came by https through a proxy, but the site's URL is taken to be ${site.origin}.`,
        cure: 'Set AUTH_URL to the https URL of the site, or make the framework trust the proxy ("trust proxy" in Express).',
      },
    ];
  }
  const source = origin === null ? "as requests say" : "as configured";
  return [
    { level: "ok", about, message: `The site is at ${site.origin}${site.basePath} (${source}).` },
  ];
}

function cookieFindings(settings: Settings, { origin }: Site): Finding[] {
  const secure = settings.isSecure(origin);
  const { session, csrf } = settings.cookies(secure);
  const about = "cookies";
  if (secure && origin.startsWith("http:")) {
    return [
      {
        level: "error",
        about,
        message: "Cookies are marked `Secure`, but the site uses http, so browsers drop them.",
        cure: "Remove `useSecureCookies`, or serve the site over https.",
      },
    ];
  }
  return [
    { level: "ok", about, message: `Their names are ${session.name}, ${csrf.name} and so on.` },
  ];
}

/** Dangerous settings, and what plugins report. */
async function weaknesses(
  config: AuthConfig,
  { site }: DoctorRequest,
  { settings, parts }: { readonly settings: Settings; readonly parts: Parts },
): Promise<Finding[]> {
  const { flows, isStateShared } = parts;
  const { keys } = settings;
  const found = await examinePlugins(settings.plugins, parts, { keys, flows });
  const weak = await findWeaknesses({
    ...{ config, isStateShared, flows: [...flows.values()] },
    origin: settings.production ? site.origin : settings.origin,
    plugins: () => Promise.resolve(found),
  });
  return [...weak, ...found.filter(({ code }) => code === undefined)];
}

async function providerFindings(
  settings: Settings,
  parts: Parts,
  { site, headers = new Headers() }: DoctorRequest,
): Promise<Finding[]> {
  const nothing = Fields.none;
  const incoming = {
    action: "providers",
    url: new URL(actionUrl(site, "providers")),
    site,
    method: "GET",
    headers,
    query: nothing,
    body: nothing,
    providerId: undefined,
  } as const;
  const context = createContext({ settings, parts }, incoming);
  const found = [...parts.flows.values()].map(
    async (flow) => (await flow.examine?.(context)) ?? [],
  );
  return (await Promise.all(found)).flat();
}
