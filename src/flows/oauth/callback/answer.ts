import type { Fields } from "../../../http/fields.js";
import type { OAuthProvider } from "../provider/config.js";
import { appleIssuer } from "../profile/profile.js";
import type { ResponseFields } from "../authorize/record.js";

const responseNames = [
  ...["code", "state", "iss", "error", "error_description", "error_uri"],
  ...["response", "id_token", "token"],
];

/** The members of a response that somebody here knows. Throws a 400 when one comes twice. */
export function readResponse(provider: OAuthProvider, response: Fields): ResponseFields {
  const names = postsUser(provider) ? [...responseNames, "user"] : responseNames;
  return Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const value = response.text(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** At the first consent Apple posts the name along with the code. */
export function postsUser({ formPost, issuer }: OAuthProvider): boolean {
  return formPost && issuer === appleIssuer;
}

/** The members that the protocol knows. */
export function protocolParams({ user: _, ...params }: ResponseFields): URLSearchParams {
  return new URLSearchParams(params);
}
