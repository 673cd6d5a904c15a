import { MissingAdapter } from "../../core/errors/errors.js";
import type { NoticeContext } from "../../core/flow.js";
import type { LanguageOptions } from "../../core/language/choose.js";
import type { Runtime } from "../../core/plugin.js";
import type { Plugins } from "../../core/plugins/folded.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { ToldEvent } from "../../types/events.js";
import type { LoggerInstance } from "../../types/logger.js";
import type { Store } from "../../types/store.js";
import type { AdminDeps } from "./options.js";
import { AdminRefused } from "./refused.js";
import { activeBan, readRow } from "./table.js";

/** What acts need from a configuration. */
export interface ActParts {
  readonly deps: AdminDeps;
  readonly ready: () => Promise<Runtime>;
  readonly plugins: Pick<Plugins, "users" | "registry">;
  readonly tell: (event: ToldEvent) => Promise<void>;
  /** For invitations. Throws if the site's address isn't known. */
  readonly mailing: () => Mailing;
  /** The administrator's user id; undefined if the application acts. */
  readonly by?: string | undefined;
}

/** An act that may happen. */
export interface Permitted {
  readonly runtime: Runtime;
  readonly store: Store;
}

/** Only `true` allows it, here and below: an application in JavaScript may return anything. */
export async function isAdministrator({ options }: AdminDeps, user: AdapterUser): Promise<boolean> {
  const may: unknown = await options.mayAdminister(user);
  return may === true;
}

export async function mayActOn(
  { options }: AdminDeps,
  admin: AdapterUser,
  user: AdapterUser,
): Promise<boolean> {
  const { mayAdminister, mayActOn: rule } = options;
  const may: unknown = rule ? await rule(admin, user) : !(await mayAdminister(user));
  return may === true;
}

/** Checks at every act whether the administrator is one. Throws an `AdminRefused`. */
export async function permit(parts: ActParts): Promise<Permitted> {
  const { permitted } = await administrator(parts);
  return permitted;
}

/** The same, for an act on a user. */
export async function permitOn(parts: ActParts, userId: string): Promise<Permitted> {
  const { permitted, admin } = await administrator(parts);
  if (admin && String(admin.id) === userId) throw new AdminRefused("Yourself");
  const user = await permitted.store.getUser(userId);
  if (!user) throw new AdminRefused("NoSuchUser");
  if (!admin) return permitted;
  if (!(await mayActOn(parts.deps, admin, user))) throw new AdminRefused("NotAllowed");
  return permitted;
}

interface Administrator {
  readonly permitted: Permitted;
  /** Undefined if the application acts. */
  readonly admin?: AdapterUser;
}

async function administrator({ deps, ready, by }: ActParts): Promise<Administrator> {
  const runtime = await ready();
  const { store, records } = runtime;
  if (!store) throw new MissingAdapter("Administration needs an adapter. Set `adapter`.");
  const permitted = { runtime, store };
  if (by === undefined) return { permitted };
  const admin = await store.getUser(by);
  const may = admin && (await isAdministrator(deps, admin));
  if (!admin || !may || activeBan(await readRow(records, by), Date.now())) {
    throw new AdminRefused("NotAdmin");
  }
  return { permitted, admin };
}

/** Both people are in every event. */
export function tellAct(
  { tell, by }: Pick<ActParts, "tell" | "by">,
  event: ToldEvent & { readonly userId: string },
): Promise<void> {
  return tell(by === undefined ? event : { ...event, actor: "admin", adminId: by });
}

/** What a mail to a user needs, in a request or outside of one. */
export interface Mailing extends Omit<NoticeContext, "language"> {
  readonly languages: LanguageOptions;
  readonly logger: LoggerInstance;
}
