import type { CeremonyAnswer } from "./ceremony.js";

export type Params = string | string[][] | Record<string, string> | URLSearchParams | undefined;

/** Where to run a ceremony, and where to go afterwards. */
export interface Route {
  readonly basePath: string;
  readonly provider: string;
  readonly callbackUrl: string;
  readonly params: Params;
}

/** The server's response to a ceremony. */
export interface Reply {
  readonly ok: boolean;
  readonly status: number;
  readonly url: string;
}

async function getJson(url: string): Promise<unknown> {
  const response = await fetch(url, { credentials: "same-origin" });
  return response.ok ? response.json() : null;
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function textMember(value: unknown, name: string): string | undefined {
  const text = member(value, name);
  return typeof text === "string" ? text : undefined;
}

/** The type of a provider; undefined if there is none with this id. */
export async function providerType(
  basePath: string,
  provider: string | undefined,
): Promise<string | undefined> {
  if (provider === undefined) return undefined;
  return textMember(member(await getJson(`${basePath}/providers`), provider), "type");
}

/** The URL of one of the provider's routes. */
export function routeOf({ basePath, provider }: Route, action: "callback" | "webauthn-options") {
  return `${basePath}/${action}/${encodeURIComponent(provider)}`;
}

/** Posts the authenticator's response; the server's redirect comes back as JSON. */
export async function postAnswer(route: Route, answer: CeremonyAnswer): Promise<Reply> {
  const { basePath, callbackUrl, params } = route;
  const csrfToken = textMember(await getJson(`${basePath}/csrf`), "csrfToken") ?? "";
  const { action, data } = answer;
  const query = new URLSearchParams(params).toString();
  const response = await fetch(routeOf(route, "callback") + (query && `?${query}`), {
    method: "POST",
    credentials: "same-origin",
    headers: { "x-auth-return-redirect": "1" },
    body: new URLSearchParams({ action, data, csrfToken, callbackUrl }),
  });
  const body: unknown = await response.json().catch(() => null);
  return { ok: response.ok, status: response.status, url: textMember(body, "url") ?? "" };
}
