import { coreOf } from "../../core/actions/plugin-context.js";
import type { Context } from "../../core/plugin.js";
import { Inquirer } from "../../flows/oauth/provider/inquirer.js";
import type { Inquiry } from "../../flows/oauth/provider/run.js";

/** The dependencies of a call to a provider. Undefined if it isn't an OAuth or OpenID provider. */
export function inquiryOf(context: Context, provider: string | undefined): Inquiry | undefined {
  const core = coreOf(context);
  const { own } = core.flows.get(provider ?? "") ?? {};
  return own instanceof Inquirer ? own.inquire(core) : undefined;
}

/** The same, for OpenID providers only. */
export function openIdInquiry(context: Context): Inquiry | undefined {
  const run = inquiryOf(context, context.act);
  return run?.provider.type === "oidc" ? run : undefined;
}
