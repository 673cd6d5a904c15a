import type { App } from "../../core/plugin.js";
import { InvalidConfiguration } from "../../errors.js";
import type { Awaitable, Untyped } from "../../types/common.js";
import type { SomeUser } from "../../types/callbacks.js";

/** Two-factor authentication: a code from an authenticator app, a recovery code, or a passkey, after every way in. */
export interface TwoFactorOptions<Columns = Untyped> {
  /**
   * Who must have a second factor. A user who has none yet sets one up before they are signed in. Everybody else may turn
   * it on for themselves. If the function fails, nobody is signed in. @default nobody
   */
  required?: ((user: SomeUser<Columns>) => Awaitable<boolean>) | undefined;
  /** Seconds for which a user can have a browser remembered, where only the first factor is asked for. @default never */
  remember?: number | undefined;
  /** Ids of providers after which no second factor is asked for, because they ask for it themselves. @default none */
  except?: readonly string[] | undefined;
}

/** What the plugin's code needs of the configuration. */
export interface TwoFactorDeps {
  readonly options: TwoFactorOptions;
  readonly app: App;
}

// Some three thousand years: what is later by so many seconds is still a date.
const mostSeconds = 1e11;

export function assertOptions({ remember }: TwoFactorOptions): void {
  const given: unknown = remember;
  if (given === undefined) return;
  if (typeof given === "number" && given > 0 && given <= mostSeconds) return;
  throw new InvalidConfiguration(
    `\`remember\` of \`twoFactor\` must be a number of seconds above 0, and at most ${mostSeconds}. It is ${typeof given === "number" ? given : `of the type ${typeof given}`}.`,
  );
}
