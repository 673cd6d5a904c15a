import { OAuthProfileParseError } from "../../../errors.js";
import { isRecord } from "../../../json.js";
import type { TokenSet } from "../../../types/account.js";
import type { User } from "../../../types/session.js";
import { asError } from "../../../thrown.js";
import { readAddress } from "../../address.js";
import type { OAuthProvider } from "../provider/config.js";
import { inTime } from "../client/fetch.js";
import type { Caller } from "../provider/run.js";

/** What the provider says about the person, as an object of claims. */
export type RawProfile = Readonly<Record<string, unknown>>;

/** The person as the application's user, and the id of their account at the provider. */
export interface Person {
  readonly user: User;
  readonly accountId: string;
  /** The id that the account had here before, where that was another one. */
  readonly formerId?: string;
}

/** Makes a user of a profile, by the provider's `profile()` or by the standard claims. */
export async function readPerson(
  { provider, context }: Caller,
  profile: RawProfile,
  tokens: TokenSet,
): Promise<Person> {
  const made = await askProvider({ provider, timeout: context.timeout }, profile, tokens);
  const accountId = accountIdOf(made["id"], profile);
  if (accountId === undefined) {
    throw new OAuthProfileParseError(
      `The profile of the provider "${provider.id}" has no usable id. \`profile()\` must return an \`id\` that is a text or a whole number.`,
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

/** What would not be mailed to is no address: two of them in one, control characters, markup, a book. */
function addressOf(email: unknown): string | null {
  if (typeof email !== "string") return null;
  return readAddress(email.trim(), { internationalDomains: true }) ?? null;
}

/** Stable, and never the same for two providers: the colon of a provider's id is encoded. */
export function userIdOf(provider: string, accountId: string): string {
  return `${encodeURIComponent(provider)}:${accountId}`;
}

async function askProvider(
  { provider, timeout }: { provider: OAuthProvider; timeout: number },
  profile: RawProfile,
  tokens: TokenSet,
): Promise<Record<string, unknown>> {
  if (!provider.profile) return standardClaims(profile);
  try {
    const made: unknown = await inTime(
      Promise.resolve(provider.profile({ ...profile }, tokens)),
      timeout,
    );
    if (isRecord(made)) return made;
  } catch (error) {
    throw new OAuthProfileParseError(
      `\`profile()\` of the provider "${provider.id}" could not make a user of the profile.`,
      { err: asError(error), provider: provider.id },
    );
  }
  throw new OAuthProfileParseError(`\`profile()\` of the provider "${provider.id}" gave no user.`);
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

// What becomes of an id that is not there when it is turned into text. Two people with such an id
// would be taken for one.
const noIds: ReadonlySet<string> = new Set(["", "undefined", "null", "NaN", "[object Object]"]);

function accountIdOf(id: unknown, profile: RawProfile): string | undefined {
  if ([profile["id"], profile["sub"]].some(isInexact)) return undefined;
  if (typeof id === "bigint" || Number.isSafeInteger(id)) return String(id);
  return typeof id === "string" && !noIds.has(id.trim()) ? id : undefined;
}

/** A number so large that another one may have been meant. */
function isInexact(value: unknown): boolean {
  return typeof value === "number" && !Number.isSafeInteger(value);
}

/** Apple sends the person's name beside the ID token. */
export const appleIssuer = "https://appleid.apple.com";
