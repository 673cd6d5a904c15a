import type { Flow } from "../flows/flow.js";
import type { Mode } from "../mode.js";
import type { AuthConfig } from "../types/config.js";
import type { CookieOption } from "../types/cookies.js";

/** What of a configuration is checked. */
export interface CheckedConfig extends Mode {
  readonly secrets: readonly string[];
  /** Those of the session token alone, where it has its own. */
  readonly jwtSecrets: readonly string[];
  readonly strategy: string;
  readonly hasAdapter: boolean;
  readonly experimental: AuthConfig["experimental"];
  readonly flows: readonly Flow[];
  /** `account.linking`, whatever it is: not every configuration is checked by a compiler. */
  readonly linking?: unknown;
  /** As they are set where the site is, as far as that is known. */
  readonly cookies: readonly CookieOption[];
}
