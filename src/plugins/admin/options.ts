import { InvalidConfiguration } from "../../core/errors/errors.js";
import type { App } from "../../core/plugin.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { SomeUser } from "../../types/callbacks.js";
import type { Awaitable, Untyped } from "../../types/common.js";

/** A user in the database, with the columns that the adapter declares. */
export type AdministeredUser<Columns = Untyped> = SomeUser<Columns> & AdapterUser;

/** Options of `admin()`. `Columns` are the columns that the adapter declares. */
export interface AdminOptions<Columns = Untyped> {
  /**
   * Returns whether a user may administer others. Called at every act of an administrator, so a
   * withdrawn role counts at once. If the function fails, the act is refused.
   */
  mayAdminister: (user: AdministeredUser<Columns>) => Awaitable<boolean>;
  /**
   * Returns whether an administrator may act on a user. @default on everybody who isn't an
   * administrator
   */
  mayActOn?:
    | ((admin: AdministeredUser<Columns>, user: AdministeredUser<Columns>) => Awaitable<boolean>)
    | undefined;
  /**
   * Seconds for which a server trusts that a session's user isn't banned. More than 0 saves a query
   * per session read; a ban then takes up to that long on other servers. @default 0
   */
  within?: number | undefined;
  /**
   * Lets administrators act as a user, for at most `maxAge` seconds (default 3600).
   * @default nobody can
   */
  impersonation?: { readonly maxAge?: number | undefined } | undefined;
}

export interface AdminDeps {
  readonly options: AdminOptions;
  readonly app: App;
}

const mostSeconds = 3600;
const mostImpersonated = 24 * 3600;

export function assertOptions({ mayAdminister, within = 0, impersonation }: AdminOptions): void {
  const given: unknown = mayAdminister;
  if (typeof given !== "function") {
    throw new InvalidConfiguration(
      '`admin()` needs `mayAdminister`: `admin({ mayAdminister: (user) => user.role === "admin" })`.',
    );
  }
  assertSeconds("within", within, [0, mostSeconds]);
  assertSeconds("impersonation.maxAge", impersonation?.maxAge ?? 1, [1, mostImpersonated]);
}

function assertSeconds(name: string, seconds: unknown, [least, most]: readonly [number, number]) {
  if (typeof seconds === "number" && seconds >= least && seconds <= most) return;
  throw new InvalidConfiguration(
    `\`${name}\` of \`admin()\` must be a number of seconds from ${least} to ${most}.`,
  );
}
