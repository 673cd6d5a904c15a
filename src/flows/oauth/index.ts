import { actionPath } from "../../http/urls.js";
import { once } from "../../once.js";
import type { TokenSet } from "../../types/account.js";
import type { OAuthConfig } from "../../types/providers.js";
import type { Finish, Flow, FlowContext, InquiryContext, SignOutThere } from "../flow.js";
import { isUnchecked, normalizeProvider, type ProviderDefaults } from "./config.js";
import { memoryOf } from "./memory.js";
import type { Run } from "./run.js";
import { isSound } from "./sound.js";
import { plainOrigins } from "./plain-origins.js";
import { isVouchedByToken } from "./vouch.js";

const steps = once(() => import("./steps.js"));

/**
 * Sign-in at another site by OAuth 2.0 (RFC 6749) or OpenID Connect. What speaks to that site is
 * loaded when it is first needed.
 */
export async function oauthFlow(config: OAuthConfig, defaults: ProviderDefaults): Promise<Flow> {
  const provider = normalizeProvider(config, defaults);
  const { id, name, type, brandColor, mark } = provider;
  const run = (context: FlowContext): Run => ({
    provider,
    context,
    memory: memoryOf(context.keys, provider),
  });
  const inquiry = (context: InquiryContext) => ({
    provider,
    context,
    memory: memoryOf(context.keys, provider),
  });
  const problem = isSound(provider)
    ? undefined
    : (await import("./problem.js")).findProblem(provider);
  const finish: Finish = async (context) => (await steps()).finishSignIn(run(context));
  return {
    id,
    name,
    type,
    async refresh(context, refreshToken) {
      const { refreshGrant } = await import("./refresh.js");
      return refreshGrant(inquiry(context), refreshToken);
    },
    ...(provider.endSession && {
      async endSession(context: InquiryContext, asked: SignOutThere) {
        const { endSessionUrl } = await import("./end-session.js");
        return endSessionUrl(inquiry(context), asked);
      },
    }),
    ...(provider.revokes && {
      async revoke(context: InquiryContext, tokens: TokenSet) {
        const { revokeTokens } = await import("./revoke.js");
        return revokeTokens(inquiry(context), tokens);
      },
    }),
    ...(type === "oidc" &&
      provider.endsInFrame && {
        async isIssuer(context: InquiryContext, issuer: string) {
          const { isIssuer } = await import("./is-issuer.js");
          return isIssuer(inquiry(context), issuer);
        },
      }),
    ...(type === "oidc" && {
      async readLogout(context: InquiryContext, token: string) {
        const { readLogoutToken } = await import("./logout-token.js");
        return readLogoutToken(inquiry(context), token);
      },
    }),
    leavesSite: true,
    plainOrigins: plainOrigins(provider),
    finishNeedsCsrf: false,
    ...(problem && { problem }),
    ...(isUnchecked(provider) && { warning: uncheckedWarning(id) }),
    vouchesFor: (account, address) => isVouchedByToken(provider, account, address),
    examine: async (context) => (await import("./examine.js")).examineProvider(run(context)),
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
    async initiate(context: FlowContext, issuer: string) {
      const { initiateSignIn } = await import("./initiate.js");
      return initiateSignIn(run(context), issuer);
    },
    // After a form post the browser may have to come again, with its own cookies.
    finish: provider.formPost ? { GET: finish, POST: finish } : { GET: finish },
  };
}

function uncheckedWarning(id: string) {
  return {
    code: "unchecked-provider" as const,
    message: `The provider ${JSON.stringify(id)} has \`checks: ["none"]\`: anybody can make a browser finish a sign-in that it did not begin. Leave \`checks\` out, or use ["state"] where the provider takes no more.`,
  };
}
