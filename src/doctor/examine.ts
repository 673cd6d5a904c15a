import { explain, messageOf } from "../diagnosis/explain.js";
import { createContext } from "../engine/context.js";
import type { AuthError } from "../errors.js";
import type { Flows } from "../flows/flow.js";
import { Fields } from "../http/fields.js";
import { actionUrl, type Site } from "../http/urls.js";
import { examinePlugins } from "../core/plugins/runtime.js";
import type { Parts } from "../config/parts.js";
import type { Table } from "../core/records.js";
import type { Settings } from "../config/settings.js";
import { findWeaknesses } from "../config/weaknesses.js";
import type { AuthConfig } from "../types/config.js";
import type { Finding } from "../types/finding.js";
import { ready } from "./ready.js";
import { examineState } from "./state.js";
import { examineStore } from "./store.js";
import { examineTables } from "./tables.js";
import { cureOfWeak } from "./weak-secret.js";

/** Where the site is, as far as whoever asks knows. */
export interface Asked {
  readonly site: Site;
  /** Of the request by which the doctor was asked, where there is one. */
  readonly headers?: Headers;
  /** For providers that bring no flow. */
  readonly defaultFlows: Flows;
}

/** Looks at a configuration as a whole, and at all that it depends on. Changes nothing that stays. */
export async function examine(config: AuthConfig, asked: Asked): Promise<Finding[]> {
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

/** What plugins and providers keep, besides the tables of Auth.js. */
function tablesOf({ plugins }: Settings, { flows }: Parts): readonly Table[] {
  return [...flows.values()].flatMap(({ tables = [] }) => tables).concat(plugins.tables ?? []);
}

const unfinished: Finding = {
  level: "warning",
  about: "configuration",
  message: "Providers, store and shared state were not looked at.",
  cure: "Mend what is wrong first, then ask again.",
};

function problemFinding(problem: AuthError, config: AuthConfig): Finding {
  const cure = cureOfWeak(problem, config) ?? explain(problem.type, problem).cure;
  return { level: "error", about: problem.type, message: messageOf(problem), cure };
}

function inOrder({ flows }: Parts): Finding {
  const ids = [...flows.keys()].join(", ") || "none";
  return { level: "ok", about: "configuration", message: `It can be used. Providers: ${ids}.` };
}

function siteFindings({ origin }: Settings, { site, headers }: Asked): Finding[] {
  const about = "origin";
  const told = headers?.get("x-forwarded-proto");
  const isHttp = site.origin.startsWith("http:");
  if (isHttp && told?.split(",", 1)[0]?.trim() === "https") {
    return [
      {
        level: "error",
        about,
        message: `The request came by https through a proxy, and the site is taken to be at ${site.origin}.`,
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
        message:
          "Cookies are for https alone, and the site is at http: browsers keep none of them.",
        cure: "Leave `useSecureCookies` out, or serve the site by https.",
      },
    ];
  }
  return [
    { level: "ok", about, message: `They are called ${session.name} and ${csrf.name}, and so on.` },
  ];
}

/** What is dangerous, and what plugins report besides. */
async function weaknesses(
  config: AuthConfig,
  { site }: Asked,
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
  { site, headers = new Headers() }: Asked,
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
