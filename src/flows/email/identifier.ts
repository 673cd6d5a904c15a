import { EmailSignInError } from "../../errors.js";
import { asError } from "../../thrown.js";
import type { EmailConfig } from "../../types/providers.js";
import type { FlowContext } from "../flow.js";
import { readAddress } from "./address.js";

/**
 * The address to send to. The provider's `normalizeIdentifier` takes the place of ours, but what it
 * returns must be a plain address too: it decides whose inbox the link reaches.
 */
export function identifierOf(provider: EmailConfig, typed: string | undefined): string {
  if (typed === undefined) throw new EmailSignInError("The request named no e-mail address.");
  const address = read(provider, normalize(provider, typed));
  if (address !== undefined) return address;
  throw new EmailSignInError(
    "The request did not name exactly one plain e-mail address, such as ada@example.com.",
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

/** The address that a form or a link names, for the application's `rateLimit`. */
export function limitKeys(provider: EmailConfig, { body, query }: FlowContext): string[] {
  const typed = body.text("email") ?? query.text("email");
  if (typed === undefined) return [];
  try {
    return [`email:${identifierOf(provider, typed)}`];
  } catch {
    // What is no address is refused further on.
    return [];
  }
}

function read({ allowInternationalDomains = false }: EmailConfig, text: unknown) {
  if (typeof text !== "string") return undefined;
  return readAddress(text, { internationalDomains: allowInternationalDomains });
}

/** Blanks around an address are a slip of the keyboard; all else is left for the grammar to judge. */
function normalize(provider: EmailConfig, typed: string): unknown {
  if (!provider.normalizeIdentifier) return withoutBlanks(typed);
  try {
    return provider.normalizeIdentifier(typed);
  } catch (error) {
    throw new EmailSignInError("The provider's `normalizeIdentifier` refused the address.", {
      err: asError(error),
      provider: provider.id,
    });
  }
}

function withoutBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === " ") start++;
  while (end > start && text[end - 1] === " ") end--;
  return text.slice(start, end);
}
