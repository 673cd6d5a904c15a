import { InvalidConfiguration } from "../../core/errors/errors.js";
import type { App } from "../../core/plugin.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { Awaitable, Untyped } from "../../types/common.js";
import type { EmailConfig } from "../../types/providers.js";

const hour = 60 * 60;

/** Options of `changeEmail()`. `Columns` are the columns that the adapter declares. */
export interface ChangeEmailOptions<Columns = Untyped> {
  /**
   * Sends the mails: the result of `Nodemailer()`, `Resend()` and so on.
   * @default the first of `providers` that sends mails
   */
  readonly email?: EmailConfig;
  /**
   * Returns whether a user may have this address. Called before a mail is sent. @default any
   * address
   */
  allow?(params: { user: AdapterUser & Columns; email: string }): Awaitable<boolean>;
  /**
   * Seconds in which the old address can undo the change; 0 turns undo off. @default 259200 (72
   * hours)
   */
  readonly undo?: number;
}

/** The options and texts that the routes use. */
export interface ChangeEmailDeps {
  readonly options: ChangeEmailOptions;
  readonly app: App;
}

/** Seconds for which the link to the new address works. */
export const linkLasts = hour;

export function undoLasts({ undo = 72 * hour }: ChangeEmailOptions): number {
  return undo;
}

export function assertOptions(options: ChangeEmailOptions): void {
  const lasts: unknown = undoLasts(options);
  if (typeof lasts === "number" && Number.isFinite(lasts) && lasts >= 0) return;
  throw new InvalidConfiguration("`undo` of `changeEmail` must be a number of seconds, or 0.");
}
