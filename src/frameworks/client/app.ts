import type { Session } from "../../types/session.js";
import { isSession } from "../visit/shapes.js";
import { AppAuthError, createAppTokens, type AppStorage } from "./app-tokens.js";
import { signInWithDevice, type DeviceCode } from "./device-code.js";
export type { DeviceCode } from "./device-code.js";

export interface AppAuthOptions {
  /** URL of Latchkey's routes: `https://example.com/auth`. */
  readonly url: string;
  /** The `id` of one of the clients of `bearer()`. */
  readonly clientId: string;
  /** Where the browser returns to. Omit it for a device that only uses `signInWithDevice`. */
  readonly redirectUri?: string;
  readonly storage: AppStorage;
  /** For platforms without WebCrypto, such as React Native. @default the platform's */
  readonly crypto?: AppCrypto;
  /** @default the platform's */
  readonly fetch?: typeof globalThis.fetch;
}

/** Returns the ID token and, from Apple, the `user` that Apple passed to the app. */
export type AskProvider = (
  nonce: string,
) => Promise<string | { readonly idToken: string; readonly user?: string }>;

/** Signs a user in to an app through the browser, and authorizes its requests with tokens. */
export interface AppAuth {
  /** The URL to open in the system's browser. */
  signInUrl(): Promise<string>;
  /** Finishes a sign-in with the URL that the browser returned to. Throws an `AppAuthError`. */
  finish(url: string): Promise<void>;
  /**
   * Signs in with an ID token of a provider's native SDK. `askProvider` receives the nonce to
   * request it with, and returns the token. Throws an `AppAuthError`. With `interaction_required`,
   * more is needed, such as a second factor, so use `signInUrl` instead.
   */
  signInWithIdToken(provider: string, askProvider: AskProvider): Promise<void>;
  /**
   * Signs in with a code that the user types on another device (RFC 8628): `show` receives it, with
   * the URL to open there. Resolves once the user has approved. Throws an `AppAuthError`, such as
   * `access_denied` or `expired_token`.
   */
  signInWithDevice(show: (code: DeviceCode) => void, signal?: AbortSignal): Promise<void>;
  /** Returns a valid token, refreshed if necessary; null if nobody is signed in. */
  accessToken(): Promise<string | null>;
  /** Calls `fetch` with the token. Use it for your own server only. */
  fetch(input: string | URL, init?: RequestInit): Promise<Response>;
  session(): Promise<Session | null>;
  /** Ends the session, and deletes the tokens even if the server can't be reached. */
  signOut(): Promise<void>;
}

/**
 * Signs users in to an app, a desktop program or a command line, with the plugin `bearer()` on the server.
 *
 * ```ts
 * const auth = createAppAuth({ url: "https://example.com/auth", clientId: "ios", redirectUri, storage });
 * await openBrowser(await auth.signInUrl());
 * ```
 */
export function createAppAuth(options: AppAuthOptions): AppAuth {
  const { url, clientId, redirectUri = "", fetch: send = globalThis.fetch } = options;
  const tokens = createAppTokens({ ...options, send });
  const { accessToken, inTurn, read, write } = tokens;
  const authorized = async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
    const token = await accessToken();
    const headers = new Headers(init.headers);
    if (token !== null) headers.set("authorization", `Bearer ${token}`);
    return send(input, { credentials: "omit", ...init, headers });
  };
  return {
    accessToken,
    fetch: authorized,
    async signInUrl() {
      const { verifier, challenge, state } = await pkceOf(options.crypto);
      await inTurn(async () => write({ ...(await read()), pending: { verifier, state } }));
      const query = new URLSearchParams({
        ...{ response_type: "code", client_id: clientId, redirect_uri: redirectUri, state },
        ...{ code_challenge: challenge, code_challenge_method: "S256" },
      });
      return `${url}/bearer/authorize?${query.toString()}`;
    },
    finish: (address) =>
      inTurn(async () => {
        const { pending, ...others } = await read();
        const answer = new URL(address).searchParams;
        // The URL may come from anywhere, so it counts only if it answers a sign-in that this app
        // started, on this server.
        if (!pending || answer.get("state") !== pending.state || answer.get("iss") !== url) {
          throw new AppAuthError("unexpected_answer");
        }
        await write(others);
        const code = answer.get("code");
        if (code === null) throw new AppAuthError(answer.get("error") ?? "unexpected_answer");
        const { verifier } = pending;
        await tokens.redeem({ code, redirect_uri: redirectUri, code_verifier: verifier });
      }),
    signInWithIdToken: (provider, askProvider) =>
      inTurn(async () => {
        const { nonce, request } = await tokens.issueNonce(provider);
        const asked = await askProvider(nonce);
        const { idToken, user } = typeof asked === "string" ? { idToken: asked } : asked;
        await tokens.exchange({ request, subject_token: idToken, ...(user && { user }) });
      }),
    signInWithDevice: (show, signal) => signInWithDevice(tokens, show, signal),
    async session() {
      const found: unknown = await (await authorized(`${url}/session`)).json();
      return isSession(found) ? found : null;
    },
    signOut: () => inTurn(() => tokens.revoke()),
  };
}

/** The two functions that signing in needs, for platforms without WebCrypto. */
export interface AppCrypto {
  randomBytes(length: number): Uint8Array;
  sha256(text: string): Promise<Uint8Array>;
}

/** Later proves that this app started the sign-in (RFC 7636). */
interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
  readonly state: string;
}

const platform: AppCrypto = {
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  sha256: async (text) =>
    new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))),
};

async function pkceOf(given: AppCrypto = platform): Promise<Pkce> {
  const verifier = base64Url(given.randomBytes(32));
  const challenge = base64Url(await given.sha256(verifier));
  return { verifier, challenge, state: base64Url(given.randomBytes(16)) };
}

function base64Url(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export { AppAuthError, type AppStorage } from "./app-tokens.js";
