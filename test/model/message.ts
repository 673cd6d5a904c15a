import { parseCookie } from "cookie";

/** What a request is about, as whoever sends it knows. */
export type About =
  | { readonly kind: "page" | "csrf" | "session" | "update" | "sign-out" }
  /** Null: the password is wrong. */
  | { readonly kind: "credentials"; readonly user: string | null }
  | { readonly kind: "begin"; readonly provider: string }
  | { readonly kind: "mail"; readonly address: string }
  | {
      readonly kind: "return";
      readonly provider: string;
      readonly state: string;
      readonly code: Code | null;
    }
  /** What a provider posted was kept, and the browser comes once more, with all its cookies. */
  | { readonly kind: "land"; readonly state: string }
  | { readonly kind: "link"; readonly token: string; readonly prefetch: boolean }
  | { readonly kind: "press"; readonly token: string }
  | { readonly kind: "code"; readonly code: string }
  | { readonly kind: "options"; readonly action: Ceremony; readonly email: string | null }
  /** Not a request: the application does it for its users. */
  | { readonly kind: "manage"; readonly errand: Errand }
  | {
      readonly kind: "passkey";
      readonly action: Ceremony;
      readonly challenge: string;
      readonly credential: Credential;
    };

/** A session is named by its cookie, a user by the address. */
export type Errand =
  | { readonly do: "list" | "end-all"; readonly user: string }
  | { readonly do: "end" | "end-others"; readonly session: string };

export type Ceremony = "register" | "authenticate";

/** A code of a provider: for which authorization request, and whom it stands for. */
export interface Code {
  readonly provider: string;
  readonly state: string;
  readonly sub: string;
  readonly email: string;
  readonly verified: boolean;
}

export interface Credential {
  readonly id: string;
  readonly account: string;
  readonly counter: number;
}

/** A request as data, so that it can be kept, sent later, and sent again. */
export interface Message {
  readonly method: "GET" | "POST" | "HEAD";
  /** After the base path, with its query. */
  readonly route: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly about: About;
  /** The Cookie header. */
  readonly cookie: string;
}

/** A message at the moment in which it was delivered, in milliseconds since 1970. */
export interface Delivered extends Message {
  /** Counts requests. */
  readonly number: number;
  readonly at: number;
  /** Which process worked on it. @default 0 */
  readonly process?: number;
}

export const origin = "https://app.test";
export const cookies = {
  session: "__Secure-authjs.session-token",
  failure: "__Host-latchkey.failure",
  typed: "__Host-latchkey.typed",
  csrf: "__Host-latchkey.csrf-token",
  flow: "__Host-latchkey.flow.",
  mail: "__Host-latchkey.mail",
  challenge: "__Host-latchkey.challenge.",
  proof: "__Host-latchkey.proof",
  device: "__Host-latchkey.device",
  target: "__Host-latchkey.callback-url",
} as const;

export function cookieOf({ cookie }: Pick<Message, "cookie">, name: string): string {
  return parseCookie(cookie)[name] ?? "";
}

export function toRequest({ method, route, fields, headers, about, cookie }: Message): Request {
  const all = new Headers(headers);
  if (cookie !== "") all.set("cookie", cookie);
  if (method === "POST" && about.kind === "update") all.set("content-type", "application/json");
  return new Request(`${origin}/auth/${route}`, {
    method,
    headers: all,
    ...(method === "POST" && { body: bodyOf(about, fields ?? {}) }),
  });
}

function bodyOf({ kind }: About, fields: Readonly<Record<string, string>>): BodyInit {
  return kind === "update"
    ? JSON.stringify({ ...fields, data: { name: "Mallory", email: "mallory@example.org" } })
    : new URLSearchParams(fields);
}
