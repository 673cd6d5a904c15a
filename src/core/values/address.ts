import { trimmed } from "./text.js";

export interface AddressRules {
  /** Domains with non-ASCII letters are accepted, in the form mail servers use. */
  readonly internationalDomains: boolean;
}

const longestLocal = 64;
const longestDomain = 253;
const longestAddress = 254;

// Dot-atoms (RFC 5322, section 3.2.3) without quoting, which mail software parses inconsistently. Not "%" and
// "!", which some relays still route to another host, nor "?", which encoded words (RFC 2047) need: one
// parser decodes them into another address and the next doesn't.
const localPart = /^[a-z0-9#$&'*+/=^_{}~-]+(?:\.[a-z0-9#$&'*+/=^_{}~-]+)*$/i;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const lettersOfAnyScript = /^[\p{L}\p{M}\p{N}.-]+$/u;

/**
 * The one form of an email address that the library stores and sends to, or undefined if the string isn't
 * exactly one plain address. Every accepted address means the same to every parser: no quotes, comments,
 * lists, display names, control or look-alike characters.
 */
export function readAddress(text: string, rules: AddressRules): string | undefined {
  const [local = "", domain = "", ...rest] = text.split("@", 3);
  if (rest.length > 0 || local.length > longestLocal || !localPart.test(local)) return undefined;
  const host = readDomain(domain, rules);
  if (host === undefined) return undefined;
  const address = `${local.toLowerCase()}@${host}`;
  return address.length > longestAddress ? undefined : address;
}

function readDomain(domain: string, { internationalDomains }: AddressRules): string | undefined {
  if (domain.length > longestDomain) return undefined;
  const ascii = internationalDomains ? toAscii(domain) : domain;
  if (ascii === undefined || ascii.length > longestDomain || !isHostName(ascii)) return undefined;
  // Checked first, because lower-casing turns the Kelvin sign and the like into plain letters.
  const host = ascii.toLowerCase();
  return internationalDomains || !isInternational(host) ? host : undefined;
}

/**
 * The form in which two addresses are compared. Non-ASCII letters stay as they are: lower case would turn the
 * Kelvin sign into a plain k, and so one address into another.
 */
export function foldAddress(address: string): string {
  return address.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** At least two labels, the last one not numeric: IP addresses aren't domains. `localhost` is allowed. */
function isHostName(domain: string): boolean {
  if (/^localhost$/i.test(domain)) return true;
  const labels = domain.split(".");
  const last = labels.at(-1) ?? "";
  return labels.length > 1 && labels.every((part) => label.test(part)) && /[a-z]/i.test(last);
}

function isInternational(domain: string): boolean {
  return domain.split(".").some((part) => part.startsWith("xn--"));
}

/** The name as DNS knows it (UTS 46). Refused if parsing it again changes it. */
function toAscii(domain: string): string | undefined {
  if (!lettersOfAnyScript.test(domain)) return undefined;
  const once = hostOf(domain);
  return once !== undefined && hostOf(once) === once ? once : undefined;
}

function hostOf(domain: string): string | undefined {
  const url = `http://${domain}/`;
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

/** Removes accidental spaces around an address; the grammar judges everything else. */
export function withoutBlanks(text: string): string {
  return trimmed(text, " ");
}
