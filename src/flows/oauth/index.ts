import { once } from "../../core/async/once.js";
import type { Finish, Flow, FlowDefaults, InquiryContext } from "../../core/flow.js";
import { actionPath, type Site } from "../../core/http/urls.js";
import type { OAuthConfig } from "../../types/providers.js";
import { isVouchedByToken } from "./profile/vouch.js";
import { isUnchecked, normalizeProvider } from "./provider/config.js";
import { Inquirer } from "./provider/inquirer.js";
import { plainOrigins } from "./provider/plain-origins.js";
import { postedTokens } from "./provider/posted-tokens.js";
import { isQuicklyValid } from "./provider/quick-check.js";

const steps = once(() => import("./steps.js"));

/**
 * Sign-in with OAuth 2.0 (RFC 6749) or OpenID Connect. The code that calls the provider is loaded when first
 * needed.
 */
export async function oauthFlow(config: OAuthConfig, defaults: FlowDefaults): Promise<Flow> {
  const provider = normalizeProvider(config, defaults);
  const { id, name, type, brandColor, mark } = provider;
  const inquirer = new Inquirer(provider);
  const run = <Context extends InquiryContext>(context: Context) => inquirer.inquire(context);
  const faults =
    isQuicklyValid(provider) && !isUnchecked(provider)
      ? {}
      : (await import("./provider/problem.js")).findFaults(provider);
  const { formPost, idTokens } = provider;
  const posted = idTokens && postedTokens.get(idTokens);
  const finish: Finish = async (context) =>
    posted && context.method === "POST" && (!formPost || posted.isIn(context.body))
      ? posted.finish(run(context))
      : (await steps()).finishSignIn(run(context));
  return {
    id,
    name,
    type,
    ...(provider.revokes && {
      tokens: {
        revoke: async (context, tokens) =>
          (await import("./tokens/revoke.js")).revokeTokens(run(context), tokens),
      },
    }),
    own: inquirer,
    leavesSite: true,
    acceptsIdTokens: posted !== undefined,
    plainOrigins: plainOrigins(provider),
    finishNeedsCsrf: (body) => posted?.isIn(body) === true,
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
    ...(posted && {
      prompt: (site: Site) => posted.prompt(site),
      file: (asset: string) => posted.file(asset, id),
    }),
    begin: async (context) =>
      posted?.isAsked(context.body)
        ? posted.issueNonce(run(context))
        : (await steps()).beginSignIn(run(context)),
    initiate: async (context, issuer) =>
      (await import("./authorize/initiate.js")).initiateSignIn(run(context), issuer),
    // After a form post, the browser may have to repeat the request with its cookies.
    finish: formPost || posted ? { GET: finish, POST: finish } : { GET: finish },
  };
}
