import { asError } from "../../../core/errors/as-error.js";
import { OAuthProfileParseError } from "../../../core/errors/errors.js";
import { readAddress } from "../../../core/values/address.js";
import { isRecord } from "../../../core/values/json.js";
import type { TokenSet } from "../../../types/account.js";
import type { User } from "../../../types/session.js";
import { inTime } from "../client/fetch.js";
import type { Caller } from "../provider/run.js";

/** The provider's claims about the user. */
export type RawProfile = Readonly<Record<string, unknown>>;

/** The app's user, and the id of their account at the provider. */
export interface ProfileUser {
  readonly user: User;
  readonly accountId: string;
  /** The account's former id here, if it was a different one. */
  readonly formerId?: string;
}

/** Turns a profile into a user, with the provider's `profile()` or the standard claims. */
export async function readPerson(
  caller: Caller,
  profile: RawProfile,
  tokens: TokenSet,
): Promise<ProfileUser> {
  const { provider } = caller;
  const made = await askProvider(caller, profile, tokens);
  const accountId = accountIdOf(made["id"], profile);
  if (accountId === undefined) {
    throw new OAuthProfileParseError(
      `The profile of the provider "${provider.id}" has no usable id. \`profile()\` must return an \`id\` that is a string or an integer.`,
      { provider: provider.id },
    );
  }
  const { email } = made;
  const formerId = accountIdOf(provider.formerId?.({ ...profile }), profile);
  return {
    accountId,
    ...(formerId !== undefined && formerId !== accountId && { formerId }),
    user: {
      ...made,
      id: userIdOf(provider.id, accountId),
      email: addressOf(email),
    },
  };
}

/** Addresses that wouldn't be mailed to are dropped: two in one, control characters, markup, too long. */
function addressOf(email: unknown): string | null {
  if (typeof email !== "string") return null;
  return readAddress(email.trim(), { internationalDomains: true }) ?? null;
}

/** Stable and unique per provider: the colon in a provider's id is encoded. */
export function userIdOf(provider: string, accountId: string): string {
  return `${encodeURIComponent(provider)}:${accountId}`;
}

async function askProvider(
  { provider, context }: Caller,
  profile: RawProfile,
  tokens: TokenSet,
): Promise<Record<string, unknown>> {
  if (!provider.profile) return standardClaims(profile);
  try {
    const asked = Promise.resolve(provider.profile({ ...profile }, tokens));
    const made: unknown = await inTime(asked, context.timeout);
    if (isRecord(made)) return made;
  } catch (error) {
    throw new OAuthProfileParseError(
      `\`profile()\` of the provider "${provider.id}" couldn't turn the profile into a user.`,
      { err: asError(error), provider: provider.id },
    );
  }
  throw new OAuthProfileParseError(
    `\`profile()\` of the provider "${provider.id}" didn't return a user.`,
  );
}

function standardClaims(profile: RawProfile): Record<string, unknown> {
  const { sub, id, name, nickname, preferred_username, email, picture } = profile;
  return {
    id: sub ?? id,
    name: name ?? nickname ?? preferred_username ?? null,
    email: email ?? null,
    image: picture ?? null,
  };
}

// What missing ids become when converted to a string. Two users with such an id would be taken for one.
const noIds: ReadonlySet<string> = new Set(["", "undefined", "null", "NaN", "[object Object]"]);

function accountIdOf(id: unknown, profile: RawProfile): string | undefined {
  if ([profile["id"], profile["sub"]].some(isInexact)) return undefined;
  if (typeof id === "bigint" || Number.isSafeInteger(id)) return String(id);
  return typeof id === "string" && !noIds.has(id.trim()) ? id : undefined;
}

/** An integer too large to be exact. */
function isInexact(value: unknown): boolean {
  return typeof value === "number" && !Number.isSafeInteger(value);
}

/** Apple sends the user's name beside the ID token. */
export const appleIssuer = "https://appleid.apple.com";
