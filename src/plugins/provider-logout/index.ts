import { definePlugin } from "../../core/engine/define-plugin.js";
import type { Handler, Plugin, Route } from "../../core/plugin.js";

export interface ProviderLogoutOptions {
  /**
   * Lets pages of OpenID providers end sessions here, with
   * `{basePath}/frontchannel-logout/{provider}` in a frame (Front-Channel Logout 1.0). Costs one
   * more write to shared state per sign-in. Prefer the back channel, which is always on. @default
   * false
   */
  readonly frontChannel?: boolean;
}

/**
 * Signing out here signs out at the provider, too, and signing out at an OpenID provider ends the
 * sessions here.
 *
 * ```ts
 * const config: AuthConfig = { providers: [Keycloak], plugins: [providerLogout()] };
 * ```
 */
export function providerLogout(options: ProviderLogoutOptions = {}): Plugin<"provider-logout"> {
  const frontChannel = options.frontChannel === true;
  return definePlugin({
    name: "provider-logout",
    create: () => ({
      routes: routesWith(frontChannel),
      signIn: {
        async started(context, { who }) {
          await (await import("./provider-session.js")).noteProvider(context, who.account);
          if (!frontChannel) return;
          await (await import("./front-channel.js")).noteSession(context, who);
        },
      },
      signOut: async (context) => (await import("./at-provider.js")).leaveProvider(context),
    }),
  });
}

function routesWith(frontChannel: boolean): Readonly<Record<string, Route>> {
  const comeBack: Handler = async (context) => (await import("./at-provider.js")).comeBack(context);
  const endByToken: Handler = async (context) =>
    (await import("./back-channel.js")).backChannelLogout(context);
  const endInFrame: Handler = async (context) =>
    (await import("./front-channel.js")).frontChannelLogout(context);
  return {
    "signout/{provider}": { GET: comeBack },
    "backchannel-logout/{provider}": { POST: endByToken, from: "anyone" },
    ...(frontChannel && {
      "frontchannel-logout/{provider}": { GET: endInFrame, unsafeGet: true },
    }),
  };
}
