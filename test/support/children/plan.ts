/** What a process of its own is to serve. It is told as JSON. */
export interface Plan {
  readonly store:
    | { readonly kind: "sql"; readonly url: string }
    | { readonly kind: "redis"; readonly url: string; readonly prefix: string };
  readonly secret: string;
  /** The OpenID provider "rogue". */
  readonly issuer: string;
  readonly mail: { readonly host: string; readonly port: number; readonly ignoreTLS: true };
  readonly session?: SessionPlan;
  /** People can have a second step. */
  readonly secondStep?: boolean;
  /** People can change their address. */
  readonly changesEmail?: boolean;
  /** Whoever has an address that begins with "admin" administers the others. */
  readonly administered?: boolean;
}

export interface SessionPlan {
  /** Options of the session registry, where there is one. */
  readonly registry?: { readonly within: number; readonly list?: boolean };
  readonly updateAge?: number;
}

/** What a process is asked to do by `latchkey/manage`, as JSON. `cookie` is that of a request. */
export type Errand =
  | { readonly do: "list"; readonly email: string; readonly cookie?: string }
  | { readonly do: "end"; readonly id: string }
  | { readonly do: "endAll"; readonly email: string; readonly cookie?: string };

/** What a process tells about itself. */
export type Told = { readonly port: number } | { readonly level: string; readonly code: string };

export const strategies = ["jwt", "database"] as const;
export const siteOfChildren = "https://app.test";

/** Each strategy has routes of its own. */
export const basePathOf = (strategy: (typeof strategies)[number]): string => `/${strategy}`;

export function readPlan(text = "{}"): Plan {
  const plan: unknown = JSON.parse(text);
  if (isPlan(plan)) return plan;
  throw new Error("There is no plan to go by.");
}

function isPlan(value: unknown): value is Plan {
  const members = ["store", "secret", "issuer", "mail"];
  return typeof value === "object" && value !== null && members.every((name) => name in value);
}

export function readErrand(value: unknown): Errand {
  if (isErrand(value)) return value;
  throw new Error("This is no errand.");
}

function isErrand(value: unknown): value is Errand {
  return typeof value === "object" && value !== null && "do" in value;
}
