import type { CookieJar } from "../cookies/jar.js";
import type { CookieSet } from "../cookies/names.js";
import type { KeyRing } from "../crypto/keys.js";
import type { Flow, IsFresh, NoticeKind } from "../flows/flow.js";
import type { Site } from "../http/urls.js";
import type { SecondStepDeps } from "../second-step/deps.js";
import type { Client } from "../sessions/context.js";
import type { Keeper, Sessions } from "../sessions/index.js";
import type { State } from "../state/state.js";
import type { AdapterUser } from "../types/adapter.js";
import type { AuditTold } from "../types/audit.js";
import type { AuthConfig } from "../types/config.js";
import type { Callbacks, Events } from "../types/hooks.js";
import type { LoggerInstance } from "../types/logger.js";
import type { PagesOptions } from "../types/pages.js";
import type { User } from "../types/session.js";
import type { Store } from "../types/store.js";

/** What the end of a sign-in needs. */
export interface CompleteContext {
  readonly site: Site;
  readonly jar: CookieJar;
  readonly cookies: CookieSet;
  readonly keys: KeyRing;
  readonly now: number;
  readonly sessions: Sessions;
  /** Who sent the request. */
  readonly client?: () => Client;
  /** Ends the sessions of a user that are more than rows, where that can be done. */
  readonly endSessions?: (userId: string) => Promise<void>;
  /** The session is to end with the browser. @default false */
  readonly untilClosed?: boolean;
  /** False when attempts aren't limited. */
  readonly rateLimit?: AuthConfig["rateLimit"];
  /** The names under which the user signs in, where attempts at them are limited. */
  readonly subjects?: readonly string[] | undefined;
  readonly store: Store | null;
  readonly state: State;
  readonly callbacks: Callbacks;
  readonly events: Events;
  readonly pages: Partial<PagesOptions>;
  readonly logger: LoggerInstance;
  readonly callbackUrl: string;
  /** Writes to the audit trail, where there is one. */
  readonly audit?: ((event: AuditTold) => Promise<void>) | undefined;
  /** Ends sessions. Null when nothing asks for it. */
  readonly keeper?: Keeper | null;
  readonly flows: ReadonlyMap<string, Flow>;
  /** There is an account page. @default false */
  readonly accountPage?: boolean;
  /** Accounts are linked by an act of its own only. @default false */
  readonly explicitLinking?: boolean | undefined;
  /** The browser is to remember which provider was used. @default false */
  readonly lastUsedFirst?: boolean;
  readonly resolveRedirect: (target: string | undefined) => Promise<string>;
  /** Tells the owner of an account by mail what was done to it. Never throws. */
  readonly tellOwner?: (user: User | AdapterUser, notice: NoticeKind) => Promise<void>;
  /** What asks for a second step. Undefined where nothing does. */
  readonly secondStep?: SecondStepDeps | undefined;
  readonly isFresh: IsFresh;
}
