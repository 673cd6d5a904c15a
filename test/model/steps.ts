import type { Action } from "./actions.js";
import type { cookies } from "./message.js";

/** What somebody does next, and what happens to what is under way. */
export type Step =
  | { readonly do: "send"; readonly action: Action }
  /** One after the other, as far as they can be done. */
  | { readonly do: "journey"; readonly actions: readonly Action[] }
  /** The request stays on the way until a later step delivers it, with the cookies of now. */
  | { readonly do: "hold"; readonly action: Action }
  | { readonly do: "deliver"; readonly pick: number }
  | { readonly do: "replay"; readonly again: Again }
  /** All at the same moment; with copies of the first. */
  | {
      readonly do: "together";
      readonly actions: readonly Action[];
      readonly copies: number;
      readonly again: Again | null;
    }
  | { readonly do: "pass"; readonly seconds: number }
  | { readonly do: "drop"; readonly browser: number; readonly what: keyof typeof cookies }
  | { readonly do: "steal"; readonly browser: number; readonly pick: number }
  /** The application's `jwt` callback ends all sessions that a user has. */
  | { readonly do: "dismiss"; readonly user: string }
  /** Sessions can be listed and ended from now on, in all processes. */
  | { readonly do: "turn-on" };

/** A request that was made before, once more. */
export interface Again {
  readonly of: "history" | "spent";
  readonly pick: number;
  readonly cookies: "then" | "now" | "other" | "none";
}
