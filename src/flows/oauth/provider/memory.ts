import type { JWKS } from "oauth4webapi";
import type { KeyRing } from "../../../crypto/keys.js";
import { Kept } from "../../../state/kept.js";
import { ofSecrets } from "../../../state/secrets.js";
import type { OAuthProvider } from "./config.js";
import type { Server } from "./metadata.js";

const day = 24 * 60 * 60 * 1000;
const failureLasts = 5_000;
const refetchPause = 60_000;
/** How long something outlives its day while it can not be loaded anew. */
const staleLasts = 7 * day;

interface Loaded<T> {
  readonly value: T;
  readonly at: number;
}

/**
 * What was loaded is kept for a day, a failure for seconds; meanwhile nobody loads it again. A failure
 * takes nothing away that was loaded before.
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
   * Loads it again although its day is not over, at most once a minute, whatever the reasons are;
   * undefined when that is not due. Whoever comes while it is being loaded waits for the same.
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

/** What is known about one provider in this process. */
export interface Memory {
  readonly server: Remembered<Server>;
  readonly keys: Remembered<JWKS>;
}

const byGlobalFetch = ofSecrets(() => new Kept<Memory>(200));
const byOwnFetch = ofSecrets(() => new WeakMap<object, Kept<Memory>>());

/**
 * It belongs to the provider's server and the client there, under the application's secret: not to a
 * configuration object, which may be made anew for each request. A `fetch` of the application's own
 * may lead anywhere, so that what it brought is kept for itself.
 */
export function memoryOf(keys: KeyRing, provider: OAuthProvider): Memory {
  return placeFor(keys, provider.fetchedBy).get(nameOf(provider), () => ({
    server: new Remembered(),
    keys: new Remembered(),
  }));
}

function placeFor(keys: KeyRing, fetch: object | undefined): Kept<Memory> {
  if (!fetch) return byGlobalFetch(keys);
  const places = byOwnFetch(keys);
  const place = places.get(fetch) ?? new Kept<Memory>(20);
  places.set(fetch, place);
  return place;
}

const names = new WeakMap<OAuthProvider, string>();

/** A provider is read once and never changes. */
function nameOf(provider: OAuthProvider): string {
  const known = names.get(provider);
  if (known !== undefined) return known;
  const name = describedBy(provider);
  names.set(provider, name);
  return name;
}

/** All that decides what `describe` in server.ts makes of the provider. */
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
