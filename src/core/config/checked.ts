import type { CookieOption } from "../../types/cookies.js";
import type { Flow } from "../flow.js";
import type { Plugins } from "../plugins/folded.js";
import type { Mode } from "../values/mode.js";

/** The parts of a configuration that are checked. */
export interface CheckedConfig extends Mode {
  readonly secrets: readonly string[];
  /** Secrets of the session token alone, if it has its own. */
  readonly jwtSecrets: readonly string[];
  readonly strategy: string;
  readonly hasAdapter: boolean;
  readonly flows: readonly Flow[];
  /** `account.linking`, of any type: not every configuration is type-checked. */
  readonly linking?: unknown;
  readonly plugins?: Pick<Plugins, "olderSecrets">;
  /** The cookies as set on this site, as far as its URL is known. */
  readonly cookies: readonly CookieOption[];
}
