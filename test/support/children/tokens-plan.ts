/** What a process that hands out access tokens is to serve. It is told as JSON. */
export interface TokensPlan {
  readonly store:
    | { readonly kind: "sql"; readonly url: string }
    | { readonly kind: "redis"; readonly url: string; readonly prefix: string };
  readonly secret: string;
  readonly issuer: string;
  readonly clientSecret: string;
}

/** Where the application without an adapter is. */
export const statelessPath = "/stateless";
/** Where it is for those whose tokens are always about to run out. */
export const alwaysPath = "/always";
/** Seconds that no access token has left. */
export const never = 100_000;

export function readTokensPlan(text = "{}"): TokensPlan {
  const plan: unknown = JSON.parse(text);
  if (isPlan(plan)) return plan;
  throw new Error("There is no plan to go by.");
}

function isPlan(value: unknown): value is TokensPlan {
  const members = ["store", "secret", "issuer", "clientSecret"];
  return typeof value === "object" && value !== null && members.every((name) => name in value);
}
