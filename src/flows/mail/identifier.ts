import { askInTime } from "../../deadline.js";
import { EmailSignInError } from "../../errors.js";
import { isPlainLine } from "../../text.js";
import { asError } from "../../thrown.js";
import type { EmailConfig } from "../../types/providers.js";
import { readAddress, withoutBlanks } from "../address.js";
import type { FlowContext } from "../flow.js";
import { readPending } from "./pending.js";

/** Characters. Not every identifier of an application is an address. */
const longestIdentifier = 320;

type Timed = Pick<FlowContext, "timeout">;

/**
 * The address to send to. What the application's `normalizeIdentifier` makes of it is the identifier,
 * whatever it looks like: only the application knows what its sender takes.
 */
export async function identifierOf(
  provider: EmailConfig,
  context: Timed,
  typed: string | undefined,
): Promise<string> {
  if (typed === undefined) throw new EmailSignInError("The request named no e-mail address.");
  const identifier = read(provider, await normalize(provider, context, typed));
  if (identifier !== undefined) return identifier;
  throw new EmailSignInError(
    provider.normalizeIdentifier
      ? `The provider's \`normalizeIdentifier\` must return one line of text of at most ${longestIdentifier} characters, none of them a control character.`
      : "The request did not name exactly one plain e-mail address, such as ada@example.com.",
    { provider: provider.id },
  );
}

/** The address a link names; undefined when it is none that was ever sent to. */
export function identifierInLink(
  provider: EmailConfig,
  address: string | undefined,
): string | undefined {
  return address !== undefined && read(provider, address) === address ? address : undefined;
}

/**
 * The address that a request is about, for the application's `rateLimit`. Whose code is being tried is
 * in the sealed record: a form may leave the address out, or name somebody else's.
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
    // What is no address is refused further on.
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
