import type { TokenSet } from "../../types/account.js";
import type { RefreshHookAnswer } from "../../types/providers.js";
import { readAnswer } from "./read-answer.js";
import { isRecord } from "./record.js";

/**
 * The tokens of a response that doesn't follow RFC 6749, section 5.1. Whatever its type, the token
 * is used as a bearer token. `extras` are further text members to keep.
 */
export function bearerTokenSet(
  answer: Readonly<Record<string, unknown>>,
  extras: readonly string[] = [],
): TokenSet {
  if (typeof answer["access_token"] !== "string") throw new Error(refusal(answer));
  const seconds = Number(answer["expires_in"]);
  return {
    ...texts(answer, ["access_token", "refresh_token", "scope", ...extras]),
    token_type: "bearer",
    ...(seconds > 0 ? { expires_in: seconds } : {}),
  };
}

/**
 * The result of a refresh: tokens, or the reason for a refusal. Throws if the provider couldn't
 * respond.
 */
export async function readRefresh(
  response: Response,
  extras: readonly string[] = [],
): Promise<RefreshHookAnswer> {
  const isRefusal = response.status >= 400 && response.status < 500;
  const answer = isRefusal ? await readRefusal(response) : await readAnswer(response);
  if (!isRefusal && answer["access_token"] !== undefined) {
    return { tokens: bearerTokenSet(answer, extras) };
  }
  const { error = answer["Error"], error_description } = answer;
  const unnamed = response.status === 400 ? "invalid_grant" : "temporarily_unavailable";
  return {
    error: typeof error === "string" ? error : unnamed,
    ...(typeof error_description === "string" && { error_description }),
  };
}

async function readRefusal(response: Response): Promise<Record<string, unknown>> {
  const answer: unknown = await response.json().catch(() => undefined);
  return isRecord(answer) ? answer : {};
}

function texts(answer: Readonly<Record<string, unknown>>, names: readonly string[]) {
  return Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const value = answer[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}

/** The provider's reason: `error` and `error_description`, or `errcode` and `errmsg`. */
function refusal(answer: Readonly<Record<string, unknown>>): string {
  const reasons = ["error", "error_description", "errcode", "errmsg", "Error", "ErrorDescription"]
    .map((name) => answer[name])
    .filter((value) => typeof value === "string" || typeof value === "number");
  return `The token endpoint returned no access token: ${reasons.join(", ") || "no reason given"}`;
}
