import type { Handler, Plugin, Route } from "../../core/plugin.js";
import { definePlugin } from "../../engine/define-plugin.js";

export interface ProviderLogoutOptions {
  /**
   * Pages of OpenID providers may end sessions here, by `{basePath}/frontchannel-logout/{provider}` in a frame
   * (Front-Channel Logout 1.0). It takes one more write to shared state for each sign-in. Prefer the back channel, which is
   * always on. @default false
   */
  readonly frontChannel?: boolean;
}

/**
 * Signing out here signs out at the provider as well, and signing out at an OpenID provider ends the sessions here.
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
