import { actionUrl } from "../../../core/http/urls.js";
import { isRecord } from "../../../core/values/json.js";
import type { Finding } from "../../../types/finding.js";
import { clientOf } from "../client/client.js";
import { boundedFetch, plainUrl } from "../client/fetch.js";
import { findServer } from "../discovery/server.js";
import type { Run } from "../provider/run.js";

/** Seconds of clock skew above which sign-ins fail. */
const tolerance = 60;

/** Checks a provider without signing in. */
export async function examineProvider(run: Run): Promise<Finding[]> {
  const { provider, context } = run;
  const about = `provider ${provider.id}`;
  const redirectUri =
    provider.proxyUrl === undefined
      ? actionUrl(context.site, "callback", provider.id)
      : `${provider.proxyUrl}/callback/${provider.id}`;
  const registered: Finding = {
    level: "ok",
    about,
    message: `The redirect URI to register at the provider: ${redirectUri}`,
  };
  try {
    clientOf(provider);
    const { metadata } = await findServer(run);
    const { authorization_endpoint, jwks_uri } = metadata;
    const asked = jwks_uri ?? authorization_endpoint;
    const reached: Finding = {
      level: "ok",
      about,
      message: `Its authorization endpoint is ${plainUrl(authorization_endpoint) ?? "not known"}.`,
    };
    if (asked === undefined) return [registered, reached];
    const response = await boundedFetch(run)(asked, { headers: { accept: "application/json" } });
    const keys = jwks_uri === undefined ? [] : [await keysFinding(about, response)];
    return [registered, reached, ...keys, ...clockFinding(response)];
  } catch (error) {
    return [registered, await failed(run, error)];
  }
}

async function failed(run: Run, thrown: unknown): Promise<Finding> {
  const { failureDetails } = await import("./failure-details.js");
  const { OAuthSignInError } = await import("../../../core/errors/errors.js");
  const { explain, messageOf } = await import("#explain");
  const message = "Its endpoints couldn't be discovered.";
  const error = new OAuthSignInError(message, await failureDetails(run, thrown));
  const { cure } = explain(error.type, error);
  return { level: "error", about: `provider ${run.provider.id}`, message: messageOf(error), cure };
}

async function keysFinding(about: string, response: Response): Promise<Finding> {
  const body: unknown = response.ok ? await response.json().catch(() => undefined) : undefined;
  const keys = isRecord(body) ? body["keys"] : undefined;
  if (Array.isArray(keys) && keys.length > 0) {
    return {
      level: "ok",
      about,
      message: `It publishes ${keys.length === 1 ? "1 key" : `${keys.length} keys`}.`,
    };
  }
  return {
    level: "error",
    about,
    message: `Its signing keys can't be read (status ${response.status}).`,
    cure: "Check `jwks_endpoint`, or `jwks_uri` in its discovery document: no one can sign in without them.",
  };
}

/** The provider's responses tell its time. */
function clockFinding(response: Response): Finding[] {
  const date = Date.parse(response.headers.get("date") ?? "");
  if (Number.isNaN(date)) return [];
  const off = Math.round((Date.now() - date) / 1000);
  if (Math.abs(off) <= tolerance) return [];
  return [
    {
      level: "error",
      about: "clock",
      message: `This machine's clock differs by ${off} seconds from the clock of ${new URL(response.url || "https://the.provider").host}.`,
      cure: "Set the clock of this machine, and turn on NTP: tokens are refused as expired or as not valid yet.",
    },
  ];
}
