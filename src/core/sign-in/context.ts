import type { AdapterUser } from "../../types/adapter.js";
import type { Callbacks, Events } from "../../types/hooks.js";
import type { LoggerInstance } from "../../types/logger.js";
import type { NoticeText } from "../../types/notice-messages.js";
import type { PagesOptions } from "../../types/pages.js";
import type { EndedSessions, SessionRegistry } from "../../types/session-hooks.js";
import type { User } from "../../types/session.js";
import type { Store } from "../../types/store.js";
import type { AuthConfig } from "../auth-config.js";
import type { CookieJar } from "../cookies/jar.js";
import type { CookieSet } from "../cookies/names.js";
import type { KeyRing } from "../crypto/keys.js";
import type { AttemptContext } from "../events/attempt.js";
import type { Flow, IsFresh } from "../flow.js";
import type { Site } from "../http/urls.js";
import type { Context } from "../plugin.js";
import type { Bound, Plugins } from "../plugins/folded.js";
import type { Client } from "../sessions/context.js";
import type { Sessions } from "../sessions/index.js";
import type { State } from "../state/state.js";
import type { SignInHost } from "./plugin-host.js";

/** What finishing a sign-in needs. */
export interface CompleteContext extends AttemptContext {
  readonly site: Site;
  readonly jar: CookieJar;
  readonly cookies: CookieSet;
  readonly keys: KeyRing;
  readonly now: number;
  readonly sessions: Sessions;
  /** The sender of the request. */
  readonly client?: () => Client;
  /** Ends sessions of a user. Resolves to whether all of them have certainly ended. */
  readonly endSessions: (userId: string, which?: EndedSessions) => Promise<boolean>;
  /** Refuses sessions that began before anyone had proven to own the user's address. */
  readonly refuseUnproven?: ((user: AdapterUser) => Promise<void>) | undefined;
  /** The session ends with the browser. @default false */
  readonly untilClosed?: boolean | undefined;
  /** Set to false if attempts aren't limited. */
  readonly rateLimit?: AuthConfig["rateLimit"];
  /** The names the user signs in under, if attempts are limited per name. */
  readonly subjects?: readonly string[] | undefined;
  readonly store: Store | null;
  readonly state: State;
  readonly callbacks: Callbacks;
  readonly events: Events;
  readonly pages: Partial<PagesOptions>;
  readonly logger: LoggerInstance;
  readonly callbackUrl: string;
  /** Lists and revokes sessions; null without a plugin that does. */
  readonly registry?: SessionRegistry | null;
  readonly flows: ReadonlyMap<string, Flow>;
  /** Signing in never links accounts. @default false */
  readonly explicitLinking?: boolean | undefined;
  /** Remember the provider in this browser. @default false */
  readonly lastUsedFirst?: boolean;
  readonly resolveRedirect: (target: string | undefined) => Promise<string>;
  /** Mails the owner of an account about a change to it. Never throws. */
  readonly tellOwner?: (user: User | AdapterUser, notice: NoticeText) => Promise<void>;
  /** Runs the plugins; null if there are none. */
  readonly host: SignInHost | null;
  readonly plugins: Plugins;
  /** The request as a plugin sees it. */
  readonly forPlugin: (bound: Bound) => Promise<Context>;
  readonly isFresh: IsFresh;
}
