import type { TokenSet } from "../../types/account.js";
import { toBase64Url } from "../crypto/encoding.js";
import { createKeyRing } from "../crypto/keys.js";
import { randomText } from "../crypto/random.js";
import { openToken, sealToken } from "../crypto/token.js";
import { longestValue } from "../state/contract.js";
import type { StrictState } from "../state/state.js";
import { isRecord } from "../values/json.js";

/** The result of a refresh, for every caller with the same refresh token. */
export type Result =
  | {
      readonly kind: "tokens";
      readonly tokens: TokenSet;
      /** Tokens that still have to be stored with the account, because storing them failed. */
      readonly unsaved?: TokenSet;
    }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "down"; readonly why: string };

/** Where all processes find the result of refreshing with one refresh token. */
export interface ResultPlace {
  readonly leaseKey: string;
  /** The result, if any, and whether a refresh is in progress. */
  look(): Promise<{ readonly result: Result | undefined; readonly leased: boolean }>;
  keep(result: Result, ttl: number): Promise<void>;
}

const salt = "latchkey.refreshed-tokens";
const mostPieces = 64;

/**
 * Keyed by a hash of the refresh token and sealed with a key derived from it: whoever has the token can read
 * the result, even while secrets are rotated, and nobody else can.
 */
export async function resultPlace(
  state: StrictState,
  { provider, refreshToken }: { readonly provider: string; readonly refreshToken: string },
): Promise<ResultPlace> {
  const keys = createKeyRing([refreshToken]);
  const name = JSON.stringify([provider, refreshToken]);
  const id = toBase64Url(await keys.backend.sha(256, name));
  const key = `refreshed:${id}`;
  const leaseKey = `refreshing:${id}`;
  return {
    leaseKey,
    async look() {
      const [head, lease] = await state.get([key, leaseKey]);
      const leased = lease !== undefined;
      const names = pieceNames(key, head);
      if (names.length === 0) return { result: undefined, leased };
      const pieces = await state.get(names);
      const opened = await openToken(keys, { salt, token: pieces.join(""), now: Date.now() });
      return { result: opened.ok ? readResult(opened.claims) : undefined, leased };
    },
    async keep(result, ttl) {
      const claims = { result };
      const sealed = await sealToken(keys, { salt, claims, maxAge: ttl, now: Date.now() });
      const count = Math.ceil(sealed.length / longestValue);
      if (count > mostPieces) return;
      const head = `${randomText(6)}.${count}`;
      // The head is written last, so that a reader never finds incomplete tokens.
      for (const [index, piece] of pieceNames(key, head).entries()) {
        const from = index * longestValue;
        await state.set(piece, sealed.slice(from, from + longestValue), { ttl: ttl + 1 });
      }
      await state.set(key, head, { ttl });
    },
  };
}

function pieceNames(key: string, head: string | undefined): string[] {
  const [id, count] = head?.split(".") ?? [];
  const many = Math.min(Number(count ?? 0), mostPieces);
  return Array.from({ length: many }, (_, index) => `${key}.${id}.${index}`);
}

function readResult({ result }: Record<string, unknown>): Result | undefined {
  if (!isRecord(result)) return undefined;
  const { kind, tokens, unsaved, why } = result;
  if (kind === "tokens" && isTokenSet(tokens) && tokens.access_token) {
    return { kind, tokens, ...(isTokenSet(unsaved) && { unsaved }) };
  }
  if (kind === "refused" || kind === "down") return { kind, why: String(why) };
  return undefined;
}

function isTokenSet(value: unknown): value is TokenSet {
  return isRecord(value);
}
