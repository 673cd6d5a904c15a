import type { RequestAuth } from "latchkey/h3";
import type config from "../server/auth";

declare module "latchkey/types" {
  interface Register {
    config: typeof config;
  }
}

interface LatchkeyRule {
  /** True requires a signed-in user, `{ guests: true }` a user or a guest. False opens a part of what is protected. */
  requireUser?: boolean | { guests: boolean };
}

declare module "h3" {
  interface H3EventContext {
    auth: RequestAuth;
  }
}
declare module "nitropack/types" {
  interface NitroRouteConfig extends LatchkeyRule {}
  interface NitroRouteRules extends LatchkeyRule {}
}
declare module "nitropack" {
  interface NitroRouteConfig extends LatchkeyRule {}
  interface NitroRouteRules extends LatchkeyRule {}
}
