import type { Trust } from "../flows/flow.js";
import type { AdapterUser } from "../types/adapter.js";

/** What is known when somebody has proven who they are. */
export interface Facts {
  readonly trust: Trust;
  /** There is a store to keep users in. */
  readonly stored: boolean;
  /** The user who is signed in now. */
  readonly signedIn: AdapterUser | null;
  /** The id of the user who was signed in when the flow began. */
  readonly beganAs: string | null;
  readonly accountOwner: AdapterUser | null;
  readonly emailOwner: AdapterUser | null;
}

/** What to do about it. */
export type Plan =
  | { readonly do: "trust-flow" }
  | {
      readonly do: "sign-in";
      readonly user: AdapterUser;
      readonly verifyEmail: boolean;
      readonly link: boolean;
    }
  | { readonly do: "create"; readonly emailVerified: boolean }
  | { readonly do: "link"; readonly user: AdapterUser }
  | { readonly do: "refuse"; readonly because: Refusal };

export type Refusal = "account-of-another" | "email-of-another" | "session-changed";

/** The account decision table. Pure, so that it can be read and tested row by row. */
export function resolve(facts: Facts): Plan {
  const { trust, signedIn, accountOwner, emailOwner } = facts;
  if (trust === "none" || !facts.stored) return { do: "trust-flow" };
  if (trust === "email-owner") return resolveEmailOwner(facts);
  if (accountOwner) {
    return signedIn && !isSame(signedIn, accountOwner)
      ? { do: "refuse", because: "account-of-another" }
      : { do: "sign-in", user: accountOwner, verifyEmail: false, link: false };
  }
  if (facts.beganAs !== idOf(signedIn)) return { do: "refuse", because: "session-changed" };
  if (signedIn) return { do: "link", user: signedIn };
  if (!emailOwner) return { do: "create", emailVerified: false };
  return trust === "linked-email"
    ? { do: "sign-in", user: emailOwner, verifyEmail: false, link: true }
    : { do: "refuse", because: "email-of-another" };
}

function resolveEmailOwner({ emailOwner, accountOwner }: Facts): Plan {
  if (!emailOwner) return { do: "create", emailVerified: true };
  return {
    do: "sign-in",
    user: emailOwner,
    verifyEmail: !emailOwner.emailVerified,
    link: !accountOwner,
  };
}

export function idOf(user: AdapterUser | null): string | null {
  return user && String(user.id);
}

function isSame(a: AdapterUser, b: AdapterUser): boolean {
  return idOf(a) === idOf(b);
}
