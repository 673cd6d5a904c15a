import type { FlowContext } from "../flow.js";
import { AdapterError } from "../../errors.js";
import type { EmailConfig } from "../../types/providers.js";
import type { Store } from "../../types/store.js";
import type { RecentLimit } from "../../recent-limit.js";
import type { Pace } from "./pace.js";
import type { UsedTokens } from "./used.js";

/** One e-mail provider at work, with what it remembers in this process. */
export interface Desk {
  readonly provider: EmailConfig;
  readonly used: UsedTokens;
  /** Mails to an address: nobody shall flood an inbox, or get ever new codes to guess at. */
  readonly mails: RecentLimit;
  /** Uses of tokens so short that they could be guessed. */
  readonly guesses: RecentLimit;
  readonly pace: Pace;
}

/** The configuration check makes sure that there is one. */
export function storeOf({ store }: FlowContext): Store {
  if (store) return store;
  throw new AdapterError("Signing in by e-mail needs an adapter, and there is none.");
}
