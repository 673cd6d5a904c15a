import type { JWKS } from "oauth4webapi";
import type { KeyRing } from "../../../core/crypto/keys.js";
import { ofSecrets } from "../../../core/state/secrets.js";
import { Lru } from "../../../core/values/lru.js";
import type { OAuthProvider } from "./config.js";
import type { Server } from "./metadata.js";

const day = 24 * 60 * 60 * 1000;
const failureLasts = 5_000;
const refetchPause = 60_000;
/** How long a value is kept beyond its day while it can't be loaded again. */
const staleLasts = 7 * day;

interface Loaded<T> {
  readonly value: T;
  readonly at: number;
}

/**
 * Values are kept for a day, failures for seconds; meanwhile nothing is loaded again. A failure doesn't
 * replace an earlier value.
 */
export class Remembered<T> {
  #loaded: Loaded<T> | undefined;
  #loading: Promise<T> | undefined;
  #failure: { readonly error: unknown; readonly at: number } | undefined;
  #refetched = -Infinity;

  async get(load: () => Promise<T>): Promise<T> {
    const now = Date.now();
    const loaded = this.#loaded;
    if (loaded && now - loaded.at < day) return loaded.value;
    const usable = loaded && now - loaded.at < day + staleLasts ? loaded : undefined;
    if (this.#failure && now - this.#failure.at < failureLasts) {
      if (usable) return usable.value;
      throw this.#failure.error;
    }
    try {
      return await this.#load(load);
    } catch (error) {
      if (usable) return usable.value;
      throw error;
    }
  }

  /**
   * Reloads a value before its day is over, at most once a minute; undefined if it isn't due. Concurrent
   * callers share the same load.
   */
  async refetch(load: () => Promise<T>): Promise<T | undefined> {
    if (this.#loading) return this.#loading;
    const now = Date.now();
    if (now - this.#refetched < refetchPause) return undefined;
    this.#refetched = now;
    return this.#load(load);
  }

  #load(load: () => Promise<T>): Promise<T> {
    this.#loading ??= load().then(
      (value) => {
        this.#settle({ value, at: Date.now() }, undefined);
        return value;
      },
      (error: unknown) => {
        this.#settle(this.#loaded, { error, at: Date.now() });
        throw error;
      },
    );
    return this.#loading;
  }

  #settle(loaded: Loaded<T> | undefined, failure: { error: unknown; at: number } | undefined) {
    this.#loaded = loaded;
    this.#failure = failure;
    this.#loading = undefined;
  }
}

/** What this process knows about one provider. */
export interface Memory {
  readonly server: Remembered<Server>;
  readonly keys: Remembered<JWKS>;
}

const byGlobalFetch = ofSecrets(() => new Lru<Memory>(200));
const byOwnFetch = ofSecrets(() => new WeakMap<object, Lru<Memory>>());

/**
 * Belongs to the provider's server and client under the app's secret, not to a configuration object, which
 * may be rebuilt for each request. Results of a custom `fetch` are kept separately, because it may lead
 * anywhere.
 */
export function memoryOf(keys: KeyRing, provider: OAuthProvider): Memory {
  return placeFor(keys, provider.fetchedBy).get(nameOf(provider), () => ({
    server: new Remembered(),
    keys: new Remembered(),
  }));
}

function placeFor(keys: KeyRing, fetch: object | undefined): Lru<Memory> {
  if (!fetch) return byGlobalFetch(keys);
  const places = byOwnFetch(keys);
  const place = places.get(fetch) ?? new Lru<Memory>(20);
  places.set(fetch, place);
  return place;
}

const names = new WeakMap<OAuthProvider, string>();

/** A provider is parsed once and never changes. */
function nameOf(provider: OAuthProvider): string {
  const known = names.get(provider);
  if (known !== undefined) return known;
  const name = describedBy(provider);
  names.set(provider, name);
  return name;
}

/** Everything that affects the result of `describe` in server.ts. */
function describedBy(provider: OAuthProvider): string {
  const { id, type, clientId, issuer, wellKnown, jwksEndpoint, idTokenIsProfile } = provider;
  const { authorization, token, userinfo } = provider;
  return JSON.stringify([
    ...[id, type, clientId, issuer, wellKnown, jwksEndpoint, idTokenIsProfile],
    ...[authorization, token, userinfo].map(({ url, params }) => [url, params]),
    ...[token, userinfo].map((endpoint) => endpoint.request !== undefined),
    provider.privateOrigins,
  ]);
}
