import { ofSecrets } from "../../core/state/secrets.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { ApiKeyRow } from "./table.js";

/** A key and its user, as they were when they were read. */
export interface KnownKey {
  readonly row: ApiKeyRow;
  readonly user: AdapterUser;
  /** Milliseconds since 1970. */
  readonly readAt: number;
}

const most = 1000;

/**
 * The keys that were used a moment ago, in this process. Holds no secrets: a request's key is
 * compared with the hash as ever. Only a cache: it may be dropped at any time.
 */
export class RecentKeys {
  readonly #known = new Map<string, KnownKey>();
  #removals = 0;

  /** The key, if it was read within so many seconds. If the clock was set back, that was long ago. */
  get(id: string, now: number, within: number): KnownKey | undefined {
    const known = this.#known.get(id);
    return known && Math.abs(now - known.readAt) < within * 1000 ? known : undefined;
  }

  /** Runs `read` and keeps its result, unless a key is removed meanwhile: it may be this one. */
  async keep(read: () => Promise<KnownKey | null>): Promise<KnownKey | null> {
    const removals = this.#removals;
    const known = await read();
    if (known && removals === this.#removals) this.#set(known);
    return known;
  }

  /** The last use was written. The rest of the row is as old as before. */
  used(id: string, lastUsedAt: Date): void {
    const known = this.#known.get(id);
    if (known) this.#set({ ...known, row: { ...known.row, lastUsedAt } });
  }

  /** A key was revoked or replaced. */
  drop(id: string): void {
    this.#removals += 1;
    this.#known.delete(id);
  }

  #set(known: KnownKey): void {
    const { id } = known.row;
    this.#known.delete(id);
    this.#known.set(id, known);
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size > most) this.#known.delete(oldest);
  }
}

/** Shared by all config objects with the same secrets and tenant, even one per request. */
export const recentKeysOf = /* @__PURE__ */ ofSecrets(() => new RecentKeys());
