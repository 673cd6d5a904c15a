import type { JWKS } from "oauth4webapi";
import { Seen } from "../seen.js";
import type { Server } from "./metadata.js";

const day = 24 * 60 * 60 * 1000;
const failureLasts = 5_000;
const refetchPause = 60_000;

/** What was loaded is kept for a day, a failure for seconds; meanwhile nobody loads it again. */
export class Remembered<T> {
  #entry: { readonly value: Promise<T>; until: number } | undefined;

  get(load: () => Promise<T>): Promise<T> {
    if (this.#entry && Date.now() < this.#entry.until) return this.#entry.value;
    return this.reload(load);
  }

  reload(load: () => Promise<T>): Promise<T> {
    const entry = { value: load(), until: Date.now() + day };
    this.#entry = entry;
    entry.value.catch(() => {
      entry.until = Date.now() + failureLasts;
    });
    return entry.value;
  }
}

/** What is kept between requests, for one provider of one configuration. */
export interface Memory {
  readonly server: Remembered<Server>;
  readonly keys: Remembered<JWKS>;
  /** Flow records that were used, at whichever provider. */
  readonly used: Seen;
  /** Whether the keys may be fetched again for a key id that is not among them. */
  mayRefetch(kid: string): boolean;
}

export function createMemory(used: Seen): Memory {
  const asked = new Seen();
  return {
    server: new Remembered(),
    keys: new Remembered(),
    used,
    mayRefetch: (kid) => asked.add(kid, refetchPause),
  };
}
