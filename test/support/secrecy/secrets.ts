import { parseSetCookie } from "cookie";
import type { AuthConfig } from "latchkey";
import { told } from "./told.js";

/** What nobody may be told, with what it is. */
export const secrets = new Map<string, string>();

/** Shorter texts are found everywhere. */
const shortest = 6;

export function noteSecret(kind: string, value: unknown): void {
  if (!told.on || typeof value !== "string") return;
  // A text such as "wrong" or "password" is in sentences, too.
  if (value.length < shortest || /^[a-z]+$/i.test(value)) return;
  secrets.set(value, kind);
}

const secretFields = new Set([
  ...["password", "current", "code", "token", "csrfToken", "state", "nonce"],
  ...["access_token", "refresh_token", "id_token", "id_token_hint", "logout_token"],
  ...["client_secret", "client_assertion", "code_verifier", "device_code"],
]);

export function noteFields(fields: Iterable<readonly [string, unknown]>): void {
  for (const [name, value] of fields) if (secretFields.has(name)) noteSecret(name, value);
}

/** These hold nothing that is secret: where somebody goes next, and the reference of an error. */
const openCookies = /callback-url|failure/;

/** What a browser sent, and what it was given. */
export function noteExchange(request: Request, response: Response): void {
  if (!told.on) return;
  noteFields(new URL(request.url).searchParams);
  const target = response.headers.get("location");
  if (target !== null && URL.canParse(target)) noteFields(new URL(target).searchParams);
  for (const line of response.headers.getSetCookie()) {
    const { name, value = "" } = parseSetCookie(line);
    if (!openCookies.test(name)) noteSecret(`cookie ${name}`, value);
  }
}

/** What a form says. Read before it is sent, since it can be read once. */
export async function noteForm(request: Request): Promise<void> {
  if (!told.on || request.method !== "POST") return;
  const text = await request.clone().text();
  noteFields(text.startsWith("{") ? jsonFields(text) : new URLSearchParams(text));
}

function jsonFields(text: string): [string, unknown][] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? Object.entries(value) : [];
  } catch {
    return [];
  }
}

export function noteConfig({ secret, providers }: Omit<AuthConfig, "raw">): void {
  if (!told.on) return;
  for (const text of [secret ?? []].flat()) noteSecret("secret", text);
  for (const provider of providers) {
    const options: unknown = Reflect.get(provider, "options");
    for (const one of [provider, options]) {
      noteSecret("clientSecret", Reflect.get(Object(one), "clientSecret"));
    }
  }
}

/** What goes to providers, and what comes back, until the function that it gives is called. */
export function watchFetch(): () => void {
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const { body, headers } = init ?? {};
    if (body instanceof URLSearchParams) noteFields(body);
    if (typeof body === "string") noteFields(new URLSearchParams(body));
    const [, credentials] = new Headers(headers).get("authorization")?.split(" ") ?? [];
    noteSecret("authorization", credentials);
    const response = await send(input, init);
    if (response.headers.get("content-type")?.includes("json")) {
      noteFields(jsonFields(await response.clone().text()));
    }
    return response;
  };
  return () => {
    globalThis.fetch = send;
  };
}
