import { askInTime } from "../../core/async/deadline.js";
import { asError } from "../../core/errors/as-error.js";
import { EmailSignInError } from "../../core/errors/errors.js";
import type { FlowContext } from "../../core/flow.js";
import { readAddress, withoutBlanks } from "../../core/values/address.js";
import { isPlainLine } from "../../core/values/text.js";
import type { EmailConfig } from "../../types/providers.js";
import { readPending } from "./pending.js";

/** Maximum length. An app's identifiers needn't be addresses. */
const longestIdentifier = 320;

type Timed = Pick<FlowContext, "timeout">;

/**
 * The address to send to. Whatever the app's `normalizeIdentifier` returns is the identifier: only the app
 * knows what its sender accepts.
 */
export async function identifierOf(
  provider: EmailConfig,
  context: Timed,
  typed: string | undefined,
): Promise<string> {
  if (typed === undefined) {
    throw new EmailSignInError("The request has no email address: send it as `email`.");
  }
  const identifier = read(provider, await normalize(provider, context, typed));
  if (identifier !== undefined) return identifier;
  throw new EmailSignInError(
    provider.normalizeIdentifier
      ? `The provider's \`normalizeIdentifier\` must return one line of at most ${longestIdentifier} characters, without control characters.`
      : "The request must have exactly one plain email address, such as ada@example.com.",
    { provider: provider.id },
  );
}

/** The address in a link; undefined if a mail can't have been sent to it. */
export function identifierInLink(
  provider: EmailConfig,
  address: string | undefined,
): string | undefined {
  return address !== undefined && read(provider, address) === address ? address : undefined;
}

/**
 * The address a request concerns, for the app's `rateLimit`. For a code, the address is in the sealed record:
 * a form may omit it, or name another.
 */
export async function limitKeys(provider: EmailConfig, context: FlowContext): Promise<string[]> {
  const { body, query } = context;
  if (body.text("code") !== undefined) {
    const pending = await readPending(context, provider.id);
    return pending ? [`email:${pending.identifier}`] : [];
  }
  const typed = body.text("email") ?? query.text("email");
  if (typed === undefined) return [];
  try {
    return [`email:${await identifierOf(provider, context, typed)}`];
  } catch {
    // An invalid address is refused later.
    return [];
  }
}

function read(provider: EmailConfig, text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  if (provider.normalizeIdentifier) return isIdentifier(text) ? text : undefined;
  return readAddress(text, { internationalDomains: provider.allowInternationalDomains ?? false });
}

function isIdentifier(text: string): boolean {
  return text.length <= longestIdentifier && isPlainLine(text);
}

async function normalize(
  provider: EmailConfig,
  { timeout }: Timed,
  typed: string,
): Promise<unknown> {
  if (!provider.normalizeIdentifier) return withoutBlanks(typed);
  try {
    const ask = () => provider.normalizeIdentifier?.(typed);
    return await askInTime("normalizeIdentifier", ask, timeout);
  } catch (error) {
    throw new EmailSignInError("The provider's `normalizeIdentifier` refused the address.", {
      err: asError(error),
      provider: provider.id,
    });
  }
}
