import type { AdapterUser } from "./adapter.js";
import type { Awaitable } from "./common.js";
import type { User } from "./session.js";

/** A second step after every first one: a code of an app, a recovery code, or a passkey. */
export interface SecondStepOptions<Columns = unknown> {
  /**
   * Who must have one. Somebody who has none yet sets it up before they are signed in. Everybody else may
   * turn it on for themselves. When it fails, nobody is signed in. @default nobody
   */
  required?: ((user: (User | AdapterUser) & Partial<Columns>) => Awaitable<boolean>) | undefined;
  /** Seconds for which a browser can be told not to ask again. @default it asks each time */
  remember?: number | undefined;
  /** Ids of providers after which it is not asked for, since they ask themselves. @default none */
  except?: readonly string[] | undefined;
}
