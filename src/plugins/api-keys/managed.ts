import { utf8 } from "../../core/crypto/encoding.js";
import { keysOf } from "../../core/plugins/app.js";
import { change } from "../../core/records/change.js";
import type { App, StoredRuntime } from "../../core/plugin.js";
import type { ToldEvent } from "../../types/events.js";
import { hashOf, hintOf, newKey, readKey, type FreshKey, type ReadKey } from "./key.js";
import type { ApiKeysSettings } from "./options.js";
import type { RecentKeys } from "./recent.js";
import { apiKeyTable, scopesOf, type ApiKeyRow } from "./table.js";

/** What can be read about a key after it was shown. */
export interface ApiKeyInfo {
  readonly id: string;
  readonly name: string;
  /** The first characters of the key. */
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  /** Null if it doesn't expire. */
  readonly expiresAt: Date | null;
  /** Accurate to about five minutes; null if it hasn't been used. */
  readonly lastUsedAt: Date | null;
}

export interface NewApiKey extends ApiKeyInfo {
  /** The key itself. It is shown once and never stored. */
  readonly key: string;
}

export interface ApiKeyRequest {
  /** The owner's name for it: at most 60 characters. */
  readonly name: string;
  /** @default none */
  readonly scopes?: readonly string[];
  /** Seconds until it expires. @default as long as `maxAge` allows */
  readonly expiresIn?: number;
}

/**
 * Why no key was created: an invalid name, scope or lifetime, a user who can't have any, or too
 * many keys.
 */
export type KeyRefusal =
  | "InvalidName"
  | "InvalidScope"
  | "InvalidLifetime"
  | "NotAllowed"
  | "TooMany";

/** Thrown by `create` and `rotate`. */
export class ApiKeyRefused extends Error {
  override readonly name = "ApiKeyRefused";
  readonly reason: KeyRefusal;

  constructor(reason: KeyRefusal) {
    super(`The API key wasn't created: ${reason}.`);
    this.reason = reason;
  }
}

/** Manages the keys of your users on the server: `apiKeys.of(config)`. */
export interface ManagedApiKeys {
  /** Throws an `ApiKeyRefused`. */
  create(userId: string, request: ApiKeyRequest): Promise<NewApiKey>;
  list(userId: string): Promise<readonly ApiKeyInfo[]>;
  /**
   * Replaces a key. The old one works for another `overlap` seconds (default 0). Null if the user
   * has no such key. Throws an `ApiKeyRefused` if too many replaced keys still work.
   */
  rotate(
    userId: string,
    id: string,
    options?: { readonly overlap?: number },
  ): Promise<NewApiKey | null>;
  /** Revokes a key. Resolves to whether the user had it. */
  revoke(userId: string, id: string): Promise<boolean>;
  /** Revokes all keys of a user. Resolves to their number. */
  revokeAll(userId: string): Promise<number>;
  /** Finds a key and its user, even if it has expired: for a key that leaked. */
  find(key: string): Promise<(ApiKeyInfo & { readonly userId: string }) | null>;
}

export interface ApiKeysDeps {
  readonly app: App;
  readonly settings: ApiKeysSettings;
  readonly recent: RecentKeys;
}

/** Records an event, with the request if there is one. */
type Tell = (event: ToldEvent) => Promise<void>;

/** Manages keys, inside or outside of a request. */
export function managedKeys(
  deps: ApiKeysDeps,
  ready: () => Promise<StoredRuntime>,
  tell: Tell = (event) => deps.app.tell(event),
): ManagedApiKeys {
  const rowOf = async (userId: string, id: string) => {
    const row = await (await ready()).records.get(apiKeyTable, id);
    return row?.userId === userId ? row : null;
  };
  const revoke = async (userId: string, id: string): Promise<boolean> => {
    const { records } = await ready();
    if (!(await rowOf(userId, id)) || !(await records.remove(apiKeyTable, id))) return false;
    deps.recent.drop(id);
    await tell({ type: "api-keys.revoked", userId, keyId: id });
    return true;
  };
  return {
    create: async (userId, request) => create(deps, await ready(), { userId, request, tell }),
    async list(userId) {
      const rows = await rowsOf(await ready(), userId);
      return rows.map((row) => infoOf(deps.settings, row));
    },
    async rotate(userId, id, { overlap = 0 } = {}) {
      const row = await rowOf(userId, id);
      return row && rotate(deps, await ready(), { row, overlap, tell });
    },
    revoke,
    async revokeAll(userId) {
      const rows = await rowsOf(await ready(), userId);
      const revoked = await Promise.all(rows.map(({ id }) => revoke(userId, id)));
      return revoked.filter(Boolean).length;
    },
    async find(key) {
      const row = await findKey(deps, await ready(), key);
      return row && { ...infoOf(deps.settings, row), userId: row.userId };
    },
  };
}

/** The row of a key, if the key is right. It may have expired. */
export async function findKey(
  deps: ApiKeysDeps,
  { records }: Pick<StoredRuntime, "records">,
  text: string,
): Promise<ApiKeyRow | null> {
  const key = parsedKey(deps, text);
  const row = key ? await records.get(apiKeyTable, key.id) : null;
  return key && row && (await isKeyOf(deps, row, key)) ? row : null;
}

export function parsedKey(
  { settings: { prefix } }: ApiKeysDeps,
  text: string,
): ReadKey | undefined {
  return text.startsWith(`${prefix}_`) ? readKey(prefix, text) : undefined;
}

export async function isKeyOf(
  { app }: ApiKeysDeps,
  row: ApiKeyRow,
  { secret }: ReadKey,
): Promise<boolean> {
  const { backend } = keysOf(app);
  return backend.equal(utf8(await hashOf(backend, secret)), utf8(row.hash));
}

/** Reads all of them: concurrent requests can create more keys than a user can have. */
async function rowsOf(
  runtime: StoredRuntime,
  userId: string,
  after?: string,
): Promise<ApiKeyRow[]> {
  const page = { limit: 1000, ...(after !== undefined && { after }) };
  const { rows, next } = await runtime.records.find(apiKeyTable, { userId }, page);
  return next === undefined ? [...rows] : [...rows, ...(await rowsOf(runtime, userId, next))];
}

export function isOver({ expiresAt }: ApiKeyRow, now: number): boolean {
  return expiresAt !== null && expiresAt.getTime() <= now;
}

interface Asked {
  readonly userId: string;
  readonly request: ApiKeyRequest;
  readonly tell: Tell;
}

async function create(
  deps: ApiKeysDeps,
  runtime: StoredRuntime,
  { userId, request, tell }: Asked,
): Promise<NewApiKey> {
  const { settings } = deps;
  const { scopes = [], expiresIn = settings.maxAge } = request;
  const name = request.name.trim();
  if (name === "" || name.length > 60) throw new ApiKeyRefused("InvalidName");
  if (!scopes.every((scope) => Object.hasOwn(settings.scopes, scope))) {
    throw new ApiKeyRefused("InvalidScope");
  }
  if (!(expiresIn > 0 && expiresIn <= settings.maxAge)) throw new ApiKeyRefused("InvalidLifetime");
  const user = await runtime.store?.getUser(userId);
  if (!user || (settings.allow && !(await settings.allow(user)))) {
    throw new ApiKeyRefused("NotAllowed");
  }
  const { most } = settings;
  if ((await runtime.records.count(apiKeyTable, { userId }, most)) >= most) {
    throw new ApiKeyRefused("TooMany");
  }
  const fresh = newKey(settings.prefix);
  const now = Date.now();
  const row = await rowFor(deps, fresh, {
    userId,
    name,
    scopes: [...new Set(scopes)],
    createdAt: new Date(now),
    expiresAt: Number.isFinite(expiresIn) ? new Date(now + expiresIn * 1000) : null,
    lastUsedAt: null,
  });
  await runtime.records.insert(apiKeyTable, row);
  await tell({ type: "api-keys.created", userId, keyId: fresh.id, scopes: row.scopes });
  return { ...infoOf(settings, row), key: fresh.text };
}

async function rowFor(
  { app }: ApiKeysDeps,
  { id, secret }: FreshKey,
  row: Omit<ApiKeyRow, "id" | "hash">,
): Promise<ApiKeyRow> {
  return { ...row, id, hash: await hashOf(keysOf(app).backend, secret) };
}

interface Rotation {
  readonly row: ApiKeyRow;
  readonly overlap: number;
  readonly tell: Tell;
}

/**
 * The new key gets the lifetime that the old one had, starting now. Both rows are written, or
 * neither.
 */
async function rotate(
  deps: ApiKeysDeps,
  runtime: StoredRuntime,
  { row, overlap, tell }: Rotation,
): Promise<NewApiKey | null> {
  const { settings, recent } = deps;
  const { userId, name, scopes, createdAt, expiresAt } = row;
  const now = Date.now();
  if (overlap > 0) await assertFewReplaced(deps, runtime, { userId, now });
  const span = expiresAt ? expiresAt.getTime() - createdAt.getTime() : Infinity;
  const lasts = Math.min(span, settings.maxAge * 1000);
  const fresh = newKey(settings.prefix);
  const made = await rowFor(deps, fresh, {
    ...{ userId, name, scopes, lastUsedAt: null, createdAt: new Date(now) },
    expiresAt: Number.isFinite(lasts) ? new Date(now + lasts) : null,
  });
  const ends = new Date(Math.min(now + overlap * 1000, expiresAt?.getTime() ?? Infinity));
  const former =
    overlap > 0
      ? change.update(apiKeyTable, row.id, { set: { expiresAt: ends } })
      : change.remove(apiKeyTable, row.id);
  if (!(await runtime.records.all([change.insert(apiKeyTable, made), former]))) return null;
  recent.drop(row.id);
  await tell({ type: "api-keys.rotated", userId, keyId: row.id, newKeyId: fresh.id });
  return { ...infoOf(settings, made), key: fresh.text };
}

/** Every key can be replaced while the old one still works, but not the same one again and again. */
async function assertFewReplaced(
  { settings }: ApiKeysDeps,
  runtime: StoredRuntime,
  { userId, now }: { readonly userId: string; readonly now: number },
): Promise<void> {
  const working = (await rowsOf(runtime, userId)).filter((row) => !isOver(row, now));
  if (working.length >= 2 * settings.most) throw new ApiKeyRefused("TooMany");
}

function infoOf(settings: ApiKeysSettings, row: ApiKeyRow): ApiKeyInfo {
  const { id, name, createdAt, expiresAt, lastUsedAt } = row;
  const scopes = scopesOf(row, settings.scopes);
  const hint = hintOf(settings.prefix, id);
  return { id, name, hint, scopes, createdAt, expiresAt, lastUsedAt };
}

/** Someone else has proven the user's address, so every key from before is deleted. */
export async function removeKeys(
  { recent }: ApiKeysDeps,
  { records }: StoredRuntime,
  userId: string,
): Promise<void> {
  for (;;) {
    const { rows } = await records.find(apiKeyTable, { userId }, { limit: 100 });
    if (rows.length === 0) return;
    for (const { id } of rows) {
      await records.remove(apiKeyTable, id);
      recent.drop(id);
    }
  }
}
