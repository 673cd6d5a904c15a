import type { Context } from "../core/plugin.js";
import type { Bound, Plugins } from "../core/plugins/folded.js";
import type { CookieJar } from "../cookies/jar.js";
import type { CookieSet } from "../cookies/names.js";
import type { KeyRing } from "../crypto/keys.js";
import type { Flow, IsFresh } from "../flows/flow.js";
import type { Site } from "../http/urls.js";
import type { Client } from "../sessions/context.js";
import type { Sessions } from "../sessions/index.js";
import type { State } from "../state/state.js";
import type { AdapterUser } from "../types/adapter.js";
import type { AuthConfig } from "../types/config.js";
import type { Callbacks, Events } from "../types/hooks.js";
import type { LoggerInstance } from "../types/logger.js";
import type { NoticeText } from "../types/notice-messages.js";
import type { PagesOptions } from "../types/pages.js";
import type { User } from "../types/session.js";
import type { EndedSessions, SessionRegistry } from "../types/session-hooks.js";
import type { Store } from "../types/store.js";
import type { AttemptContext } from "./attempt.js";
import type { SignInHost } from "./host.js";

/** What the end of a sign-in needs. */
export interface CompleteContext extends AttemptContext {
  readonly site: Site;
  readonly jar: CookieJar;
  readonly cookies: CookieSet;
  readonly keys: KeyRing;
  readonly now: number;
  readonly sessions: Sessions;
  /** Who sent the request. */
  readonly client?: () => Client;
  /** Ends sessions of a user. Resolves to whether all that were meant have ended for certain. */
  readonly endSessions: (userId: string, which?: EndedSessions) => Promise<boolean>;
  /** Refuses sessions that began before anyone had proven to own the user's address. */
  readonly refuseUnproven?: ((user: AdapterUser) => Promise<void>) | undefined;
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
  /** Lists single sessions and ends them; null when no plugin does. */
  readonly registry?: SessionRegistry | null;
  readonly flows: ReadonlyMap<string, Flow>;
  /** Accounts are linked by an act of its own only. @default false */
  readonly explicitLinking?: boolean | undefined;
  /** The browser is to remember which provider was used. @default false */
  readonly lastUsedFirst?: boolean;
  readonly resolveRedirect: (target: string | undefined) => Promise<string>;
  /** Tells the owner of an account by mail what was done to it. Never throws. */
  readonly tellOwner?: (user: User | AdapterUser, notice: NoticeText) => Promise<void>;
  /** What runs plugins; null where there are none. */
  readonly host: SignInHost | null;
  readonly plugins: Plugins;
  /** The request as a plugin sees it. */
  readonly forPlugin: (bound: Bound) => Promise<Context>;
  readonly isFresh: IsFresh;
}
