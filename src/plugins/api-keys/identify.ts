import { keysOf } from "../../core/plugins/app.js";
import { RateLimited } from "../../core/errors/errors.js";
import type { StoredRuntime } from "../../core/plugin.js";
import { rowAndUser } from "../../core/records/row-and-user.js";
import { stateKey } from "../../core/state/key.js";
import type { Credential, IdentifiedUser } from "../../types/identity.js";
import { isKeyOf, isOver, parsedKey, type ApiKeysDeps } from "./managed.js";
import type { KnownKey } from "./recent.js";
import { apiKeyTable, scopesOf, type ApiKeyRow } from "./table.js";

/** The key that a request was sent with: `session.apiKey`. */
export interface UsedApiKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
}

/** The field that the plugin adds to a session. Sessions of users who signed in don't have it. */
export interface WithApiKey {
  readonly apiKey?: UsedApiKey;
}

/** The user of a key; null when the key is wrong, expired or revoked. */
export async function identify(
  deps: ApiKeysDeps,
  runtime: StoredRuntime,
  { value, now }: Credential,
): Promise<IdentifiedUser<WithApiKey> | null> {
  const { settings, app } = deps;
  const known = await knownKey(deps, runtime, { value, now });
  if (!known || isOver(known.row, now)) return null;
  const { row, user } = known;
  if (settings.allow && !(await settings.allow(user))) return null;
  await assertWithinLimit(deps, runtime, row);
  await noteUse(deps, runtime, { row, now });
  const { id, name, expiresAt } = row;
  return {
    kind: "user",
    user,
    expires: expiresAt ?? new Date(now + app.session.maxAge * 1000),
    adds: { apiKey: { id, name, scopes: scopesOf(row, settings.scopes) } },
  };
}

/** The row of a key and its user, read again unless that happened a moment ago. */
async function knownKey(
  deps: ApiKeysDeps,
  runtime: StoredRuntime,
  { value, now }: Pick<Credential, "value" | "now">,
): Promise<KnownKey | null> {
  const { recent: kept, settings } = deps;
  const key = parsedKey(deps, value);
  if (!key) return null;
  const recent = settings.within > 0 ? kept.get(key.id, now, settings.within) : undefined;
  if (recent) {
    if (!(await isKeyOf(deps, recent.row, key))) return null;
    // A copy: the application's callbacks may change what they're given.
    return { ...recent, user: { ...recent.user } };
  }
  const read = async () => {
    const found = await rowAndUser(runtime, apiKeyTable, key.id);
    if (!found || !(await isKeyOf(deps, found.row, key)) || isOver(found.row, now)) return null;
    return { ...found, readAt: now };
  };
  return settings.within > 0 ? kept.keep(read) : read();
}

async function assertWithinLimit(
  { app, settings: { limit } }: ApiKeysDeps,
  { state }: StoredRuntime,
  { id }: ApiKeyRow,
): Promise<void> {
  if (!limit) return;
  const { requests: most, seconds: window } = limit;
  const key = await stateKey(keysOf(app), "api-key", [id]);
  if ((await state.countWithin(key, { most, window })) !== false) return;
  const error = new RateLimited(
    `The API key ${id} was used more than ${most} times in ${window} seconds.`,
  );
  error.retryAfter = window;
  throw error;
}

/** Milliseconds between two writes of `lastUsedAt`, however often the key is used. */
const notedEvery = 5 * 60 * 1000;

async function noteUse(
  { recent }: ApiKeysDeps,
  { records }: StoredRuntime,
  { row, now }: { row: ApiKeyRow; now: number },
): Promise<void> {
  if (row.lastUsedAt && now - row.lastUsedAt.getTime() < notedEvery) return;
  recent.used(row.id, new Date(now));
  // For information only: the key still works if the row can't be written.
  await records
    .update(apiKeyTable, row.id, { set: { lastUsedAt: new Date(now) } })
    .catch(() => undefined);
}
