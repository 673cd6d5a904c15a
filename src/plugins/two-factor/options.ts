import { InvalidConfiguration } from "../../core/errors/errors.js";
import type { App } from "../../core/plugin.js";
import type { SomeUser } from "../../types/callbacks.js";
import type { Awaitable, Untyped } from "../../types/common.js";

/** Options of `twoFactor()`. */
export interface TwoFactorOptions<Columns = Untyped> {
  /**
   * Returns whether a user must have a second factor. If they have none, they set one up before
   * they are signed in. Other users may turn it on. If the function fails, nobody is signed in.
   * @default nobody must
   */
  required?: ((user: SomeUser<Columns>) => Awaitable<boolean>) | undefined;
  /**
   * Seconds for which users can have a browser remembered. Only the first factor is asked for
   * there. @default never
   */
  remember?: number | undefined;
  /**
   * Ids of providers after which no second factor is asked for, because they ask for one
   * themselves. @default none
   */
  except?: readonly string[] | undefined;
}

/** The parts of the configuration that the plugin uses. */
export interface TwoFactorDeps {
  readonly options: TwoFactorOptions;
  readonly app: App;
}

// About three thousand years: a date plus this many seconds is still a valid date.
const mostSeconds = 1e11;

export function assertOptions({ remember }: TwoFactorOptions): void {
  const given: unknown = remember;
  if (given === undefined) return;
  if (typeof given === "number" && given > 0 && given <= mostSeconds) return;
  throw new InvalidConfiguration(
    `\`remember\` of \`twoFactor\` must be a number of seconds above 0, and at most ${mostSeconds}. It is ${typeof given === "number" ? given : `of the type ${typeof given}`}.`,
  );
}
