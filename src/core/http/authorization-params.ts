/** Authorization parameters that requests can't override, because the library sets them. */
export const reservedAuthorizationParams: ReadonlySet<string> = new Set([
  "client_id",
  "redirect_uri",
  "response_type",
  "response_mode",
  "state",
  "code_challenge",
  "code_challenge_method",
  "nonce",
  "request",
  "request_uri",
]);
