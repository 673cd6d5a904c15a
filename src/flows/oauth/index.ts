import { actionPath } from "../../http/urls.js";
import { once } from "../../once.js";
import type { OAuthConfig } from "../../types/providers.js";
import type { Finish, Flow, FlowDefaults, FlowTokens, InquiryContext } from "../flow.js";
import { isUnchecked, normalizeProvider, type OAuthProvider } from "./provider/config.js";
import { Inquirer } from "./provider/inquirer.js";
import type { Inquiry } from "./provider/run.js";
import { isSound } from "./provider/sound.js";
import { plainOrigins } from "./provider/plain-origins.js";
import { isVouchedByToken } from "./profile/vouch.js";

const steps = once(() => import("./steps.js"));

/**
 * Sign-in at another site by OAuth 2.0 (RFC 6749) or OpenID Connect. What speaks to that site is
 * loaded when it is first needed.
 */
export async function oauthFlow(config: OAuthConfig, defaults: FlowDefaults): Promise<Flow> {
  const provider = normalizeProvider(config, defaults);
  const { id, name, type, brandColor, mark } = provider;
  const inquirer = new Inquirer(provider);
  const run = <Context extends InquiryContext>(context: Context) => inquirer.inquire(context);
  const faults =
    isSound(provider) && !isUnchecked(provider)
      ? {}
      : (await import("./provider/problem.js")).findFaults(provider);
  const finish: Finish = async (context) => (await steps()).finishSignIn(run(context));
  return {
    id,
    name,
    type,
    tokens: tokensOf(provider, run),
    own: inquirer,
    leavesSite: true,
    plainOrigins: plainOrigins(provider),
    finishNeedsCsrf: false,
    ...faults,
    vouchesFor: (account, address) => isVouchedByToken(provider, account, address),
    examine: async (context) => (await import("#advice")).examineProvider(run(context)),
    ...(type === "oidc" && {
      freshParams: (within) => ({ prompt: "login", max_age: String(Math.floor(within)) }),
    }),
    form: (site) => ({
      kind: "redirect",
      id,
      name,
      action: actionPath(site, "signin", id),
      ...(brandColor !== undefined && { brandColor }),
      ...(mark !== undefined && { mark }),
    }),
    begin: async (context) => (await steps()).beginSignIn(run(context)),
    initiate: async (context, issuer) =>
      (await import("./authorize/initiate.js")).initiateSignIn(run(context), issuer),
    // After a form post the browser may have to come again, with its own cookies.
    finish: provider.formPost ? { GET: finish, POST: finish } : { GET: finish },
  };
}

type Inquire = (context: InquiryContext) => Inquiry;

function tokensOf({ revokes }: OAuthProvider, run: Inquire): FlowTokens {
  return {
    refresh: async (context, refreshToken) =>
      (await import("./tokens/refresh.js")).refreshGrant(run(context), refreshToken),
    ...(revokes && {
      revoke: async (context, tokens) =>
        (await import("./tokens/revoke.js")).revokeTokens(run(context), tokens),
    }),
  };
}
