import type { Awaitable } from "../../types/common.js";
import { memberOf, textAt } from "../visit/shapes.js";
import { parsed } from "./request.js";

/** Where an app stores a secret text, such as the system's keychain. */
export interface AppStorage {
  get(): Awaitable<string | null>;
  set(text: string): Awaitable<void>;
  remove(): Awaitable<void>;
}

/** A sign-in that couldn't be finished, or a refusal by the server. */
export class AppAuthError extends Error {
  override readonly name = "AppAuthError";
  /** Such as `access_denied` if the user canceled. */
  readonly code: string;

  constructor(code: string) {
    super(`Signing in failed: ${code}.`);
    this.code = code;
  }
}

/** What is stored: a pending sign-in, and tokens. */
interface Kept {
  readonly pending?: { readonly verifier: string; readonly state: string };
  readonly access?: string;
  readonly refresh?: string;
  /** Milliseconds since 1970 at which the access token is refreshed. */
  readonly until?: number;
}

/** Milliseconds before its expiry at which a token is refreshed. */
const margin = 30_000;

/** RFC 8693. */
const exchangeFields = {
  grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
  subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
};

export interface AppTokensOptions {
  readonly url: string;
  readonly clientId: string;
  readonly storage: AppStorage;
  readonly send: typeof globalThis.fetch;
}

export type AppTokens = ReturnType<typeof createAppTokens>;

/** The tokens of an app: kept, refreshed and revoked. */
export function createAppTokens({ url, clientId, storage, send }: AppTokensOptions) {
  const read = async () => keptIn(await storage.get());
  const write = async (kept: Kept) => storage.set(JSON.stringify(kept));
  /** No cookies are sent: an app's requests don't use them. */
  const post = (route: string, fields: Readonly<Record<string, string>>) =>
    send(`${url}/bearer/${route}`, {
      ...{ method: "POST", credentials: "omit", redirect: "manual" },
      body: new URLSearchParams({ client_id: clientId, ...fields }),
    });
  const keep = async (answer: Response): Promise<string> => {
    const body: unknown = await answer.json().catch(() => null);
    const [access, refresh] = [textAt(body, "access_token"), textAt(body, "refresh_token")];
    if (access === undefined || refresh === undefined) {
      throw new AppAuthError(textAt(body, "error") ?? `status ${answer.status}`);
    }
    const until = Date.now() + Number(memberOf(body, "expires_in")) * 1000 - margin;
    await write({ access, refresh, until });
    return access;
  };
  const renew = async (refresh_token: string): Promise<string | null> => {
    const answer = await post("token", { grant_type: "refresh_token", refresh_token });
    if (answer.status !== 400) return keep(answer);
    await storage.remove();
    return null;
  };
  const inTurn = createTurns();
  return {
    ...{ read, write, inTurn },
    /**
     * Using a refresh token twice ends the session, so of concurrent callers one refreshes for all.
     */
    accessToken: () =>
      inTurn(async () => {
        const { access, refresh, until = 0 } = await read();
        if (access !== undefined && until > Date.now()) return access;
        return refresh === undefined ? null : renew(refresh);
      }),
    redeem: async (fields: Readonly<Record<string, string>>) =>
      keep(await post("token", { grant_type: "authorization_code", ...fields })),
    async issueNonce(provider: string) {
      const told: unknown = await (await post("nonce", { provider })).json().catch(() => null);
      const [nonce, request] = [textAt(told, "nonce"), textAt(told, "request")];
      if (nonce !== undefined && request !== undefined) return { nonce, request };
      throw new AppAuthError(textAt(told, "error") ?? "unexpected_answer");
    },
    /** The values a device shows, as the server returned them. */
    askForCode: async (): Promise<unknown> =>
      (await post("device-code", {})).json().catch(() => null),
    exchange: async (fields: Readonly<Record<string, string>>) =>
      keep(await post("token", { ...exchangeFields, ...fields })),
    async revoke() {
      const { refresh } = await read();
      await storage.remove();
      if (refresh !== undefined) await post("revoke", { token: refresh });
    },
  };
}

/** Runs tasks one after the other, so each reads what the previous one wrote. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

function keptIn(text: string | null): Kept {
  // Unreadable data counts as none: the user signs in again.
  const kept = text === null ? undefined : parsed(text);
  const pending = memberOf(kept, "pending");
  const [verifier, state] = [textAt(pending, "verifier"), textAt(pending, "state")];
  const [access, refresh] = [textAt(kept, "access"), textAt(kept, "refresh")];
  return {
    ...(verifier !== undefined && state !== undefined && { pending: { verifier, state } }),
    ...(access !== undefined && { access }),
    ...(refresh !== undefined && { refresh }),
    until: Number(memberOf(kept, "until") ?? 0),
  };
}
