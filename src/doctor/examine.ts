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
import { fine, warning, wrong } from "./finding.js";
import { ready } from "./ready.js";
import { examineStore, examineTables } from "./store.js";

const day = 24 * 60 * 60 * 1000;
/** Days a session lasts by default, and the longest time for which a weak secret is still accepted. */
const usualDays = 30;

/**
 * What to do about a secret that could be guessed. Users are signed in with it, so it can be accepted beside
 * a new one until their sessions have expired. Undefined if there was none.
 */
function cureOfWeak(problem: AuthError, config: AuthConfig): string | undefined {
  const given = [config.secret ?? []].flat().filter((secret) => secret !== "");
  if (problem.type !== "MissingSecret" || given.length === 0) return undefined;
  const until = new Date(Date.now() + usualDays * day).toISOString().slice(0, 10);
  return `Run \`npx latchkey secret\` and set what it prints as AUTH_SECRET, the same on every instance. To keep users signed in, accept the old one for a while: ${pluginLine(filledBy.olderSecrets, "{ weakSecret: true }")}, AUTH_MOVED_SECRET="the old one" and AUTH_MOVED_UNTIL=${until}`;
}

const about = "shared state";

/** Whether the app's processes share state. */
async function examineState({ sharedState }: AuthConfig, { store }: Parts): Promise<Finding> {
  const key = `doctor:${randomId()}`;
  try {
    const shared = sharedState ?? (await store?.sharedState());
    if (!shared || shared === processState) {
      return warning(
        about,
        "It's in the memory of each process. With several processes, rate limits and single use are enforced per process only.",
        shared === null
          ? "Run `npx latchkey migrate`: the database lacks the table for it."
          : "With a single process, nothing. With several, set `sharedState`, such as redisState(client) or sqlState(db).",
      );
    }
    await shared.set(key, "1", { ttl: 60 });
    return (await shared.take(key)) === "1"
      ? fine(about, "It stores values and returns each one once.")
      : wrong(
          about,
          "It didn't return the value that was just stored.",
          "Test it with latchkey/state/suite.",
        );
  } catch (thrown) {
    const error = asError(thrown);
    return wrong(about, error.message, explain("SharedStateError", error).cure);
  }
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
    siteFinding(settings, asked),
    cookieFinding(settings, asked.site),
  ];
  if (!parts) return [...found, unfinished];
  const ids = [...parts.flows.keys()].join(", ") || "none";
  const ofFlows = [...parts.flows.values()].flatMap(({ tables = [] }) => tables);
  return [
    ...(problems.length === 0 ? [fine("configuration", `It's valid. Providers: ${ids}.`)] : []),
    ...found,
    ...(await providerFindings(settings, parts, asked)),
    await examineStore(parts.store, [...ofFlows, ...(settings.plugins.tables ?? [])]),
    ...(await examineTables(config, parts)),
    await examineState(config, parts),
    ...(await weaknesses(config, asked, { settings, parts })),
  ];
}

const unfinished = warning(
  "configuration",
  "Providers, store and shared state weren't checked.",
  "Fix the problem above first, then run this again.",
);

function problemFinding(problem: AuthError, config: AuthConfig): Finding {
  const cure = cureOfWeak(problem, config) ?? explain(problem.type, problem).cure;
  return wrong(problem.type, messageOf(problem), cure);
}

function siteFinding({ origin }: Settings, { site, headers }: DoctorRequest): Finding {
  const scheme = headers?.get("x-forwarded-proto")?.split(",", 1)[0]?.trim();
  if (site.origin.startsWith("http:") && scheme === "https") {
    return wrong(
      "origin",
      `The request came by https through a proxy, but the site's URL is taken to be ${site.origin}.`,
      'Set AUTH_URL to the https URL of the site, or make the framework trust the proxy ("trust proxy" in Express).',
    );
  }
  const source = origin === null ? "as requests say" : "as configured";
  return fine("origin", `The site is at ${site.origin}${site.basePath} (${source}).`);
}

function cookieFinding(settings: Settings, { origin }: Site): Finding {
  const secure = settings.isSecure(origin);
  const { session, csrf } = settings.cookies(secure);
  return secure && origin.startsWith("http:")
    ? wrong(
        "cookies",
        "Cookies are marked `Secure`, but the site uses http, so browsers drop them.",
        "Remove `useSecureCookies`, or serve the site over https.",
      )
    : fine("cookies", `Their names are ${session.name}, ${csrf.name} and so on.`);
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
    ...{ config, isStateShared, flows: [...flows.values()], stages: settings.plugins.stages },
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
  const context = createContext(
    { settings, parts },
    {
      ...{ action: "providers", method: "GET", providerId: undefined },
      url: new URL(actionUrl(site, "providers")),
      ...{ site, headers, query: Fields.none, body: Fields.none },
    },
  );
  const found = [...parts.flows.values()].map(
    async (flow) => (await flow.examine?.(context)) ?? [],
  );
  return (await Promise.all(found)).flat();
}
