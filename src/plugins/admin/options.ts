import { InvalidConfiguration } from "../../core/errors/errors.js";
import type { App, Route } from "../../core/plugin.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { SomeUser } from "../../types/callbacks.js";
import type { Awaitable, Untyped } from "../../types/common.js";
import type { AuditEvent } from "../../types/events.js";
import type { EmailConfig } from "../../types/providers.js";

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
  /** Lets administrators invite users by mail. @default nobody can */
  invitations?: InvitationOptions | undefined;
  /** Pages for administrators, at `{basePath}/admin`: `adminPages()`. @default none */
  pages?: AdminPages | undefined;
}

/** How users are invited. */
export interface InvitationOptions {
  /** Seconds for which the link works: at most 2592000 (30 days). @default 604800 (7 days) */
  readonly maxAge?: number | undefined;
  /** Where users go who accepted. @default the site */
  readonly callbackUrl?: string | undefined;
  /**
   * Sends the mails: the result of `Nodemailer()`, `Resend()` and so on.
   * @default the first of `providers` that sends mails
   */
  readonly email?: EmailConfig | undefined;
}

/** What `adminPages()` returns. */
export interface AdminPages {
  readonly routes: (deps: AdminDeps) => Readonly<Record<string, Route>>;
}

export interface AdminDeps {
  readonly options: AdminOptions;
  readonly app: App;
}

/** Options of `adminPages()`. */
export interface AdminPagesOptions {
  /**
   * Returns what happened to a user lately, the latest first, to show it beside them: the result of
   * `sqlTrail(db)`, or a function of your own. @default the page doesn't show it
   */
  readonly trail?:
    | ((userId: string, page: { readonly limit: number }) => Awaitable<readonly AuditEvent[]>)
    | undefined;
}

/** What the pages' handlers need. */
export interface PagesDeps extends AdminDeps {
  readonly pages: AdminPagesOptions;
}

const mostSeconds = 3600;
const mostImpersonated = 24 * 3600;
const mostInvited = 30 * 24 * 3600;

export function assertOptions(options: AdminOptions): void {
  const { mayAdminister, within = 0, impersonation, invitations, pages } = options;
  const given: unknown = mayAdminister;
  if (typeof given !== "function") {
    throw new InvalidConfiguration(
      '`admin()` needs `mayAdminister`: `admin({ mayAdminister: (user) => user.role === "admin" })`.',
    );
  }
  assertSeconds("within", within, [0, mostSeconds]);
  assertSeconds("impersonation.maxAge", impersonation?.maxAge ?? 1, [1, mostImpersonated]);
  assertSeconds("invitations.maxAge", invitations?.maxAge ?? 1, [1, mostInvited]);
  const routes: unknown = pages?.routes;
  if (pages === undefined || typeof routes === "function") return;
  throw new InvalidConfiguration(
    "`pages` of `admin()` must be what `adminPages()` returns: `admin({ …, pages: adminPages() })`.",
  );
}

function assertSeconds(name: string, seconds: unknown, [least, most]: readonly [number, number]) {
  if (typeof seconds === "number" && seconds >= least && seconds <= most) return;
  throw new InvalidConfiguration(
    `\`${name}\` of \`admin()\` must be a number of seconds from ${least} to ${most}.`,
  );
}
