import { askInTime } from "../../core/async/deadline.js";
import { InvalidProvider } from "../../core/errors/errors.js";
import { isRecord } from "../../core/values/json.js";
import type { RelayingParty } from "../../types/webauthn.js";
import { hookContext, hookRequest, type Ceremony } from "./ceremony.js";

/** The site as authenticators know it: as the provider says, otherwise the request's origin. */
export async function relayingParty(ceremony: Ceremony): Promise<RelayingParty> {
  const { provider, context } = ceremony;
  if (!provider.getRelayingParty) return configured(ceremony);
  const ask = () => provider.getRelayingParty?.(hookContext(ceremony), hookRequest(ceremony));
  const own: unknown = await askInTime("getRelayingParty", ask, context.timeout);
  if (isRelayingParty(own)) return own;
  throw new InvalidProvider(
    `The \`getRelayingParty\` of the provider ${JSON.stringify(provider.id)} must return { id, name, origin }, all strings.`,
  );
}

/** The origins whose pages may take part in a ceremony. */
export function originsOf({ provider }: Ceremony, { origin }: RelayingParty): string[] {
  return [...new Set([origin, ...(provider.relatedOrigins ?? []).map(canonical)])];
}

function configured({ provider, context }: Ceremony): RelayingParty {
  const { id, name, origin } = provider.relayingParty ?? {};
  const site = new URL(context.site.origin);
  return {
    id: first(id) ?? site.hostname,
    name: first(name) ?? site.host,
    origin: canonical(first(origin) ?? site.origin),
  };
}

function first(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === "string" ? value : value?.[0];
}

/** Without a trailing slash, as browsers write origins. Origins of native apps are left alone. */
function canonical(origin: string): string {
  return /^https?:/i.test(origin) && URL.canParse(origin) ? new URL(origin).origin : origin;
}

function isRelayingParty(value: unknown): value is RelayingParty {
  if (!isRecord(value)) return false;
  return [value["id"], value["name"], value["origin"]].every(
    (member) => typeof member === "string",
  );
}
