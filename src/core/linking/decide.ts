import type { AdapterUser } from "../../types/adapter.js";
import type { Trust } from "../flow.js";
import type { ProvisionalUser } from "../sessions/contract.js";
import { isProven } from "../values/proven.js";
import { isRecord } from "../values/json.js";
import { isSameAddress, type AddressProof } from "./address-proof.js";

/** What is known once someone has proven who they are. */
export interface Facts {
  readonly trust: Trust;
  /** There's a store for users. */
  readonly stored: boolean;
  /** The email address from the flow. */
  readonly email: string | null;
  /** The flow proves that the user owns this address. */
  readonly proves: boolean;
  /** Unproven sign-in methods of a user can be found and removed. */
  readonly canTake: boolean;
  /** The user who is signed in now. */
  readonly signedIn: AdapterUser | null;
  /** The id of the user who was signed in when the flow began. */
  readonly beganAs: string | null;
  /** The flow was started only to link an account. */
  readonly links?: true;
  /** Signing in never links accounts. */
  readonly explicit?: true;
  readonly accountOwner: AdapterUser | null;
  /** If no account has this id: the owner of the account under its former id. */
  readonly former: Former | null;
  readonly emailOwner: AdapterUser | null;
  /** The user whom this browser has, if nothing is proven of them. Signing up proves who they are. */
  readonly provisional?: ProvisionalUser | null | undefined;
}

/** An account found by its former id, such as a user name that someone else may have by now. */
export interface Former {
  readonly owner: AdapterUser;
  readonly isAccepted: boolean;
}

/** The account's owner, by either of its ids. */
export function ownerOf({ accountOwner, former }: Facts): AdapterUser | null {
  return accountOwner ?? (former?.isAccepted ? former.owner : null);
}

/** What to do. */
export type Plan =
  | { readonly do: "trust-flow" }
  | {
      readonly do: "sign-in";
      readonly user: AdapterUser;
      readonly link: boolean;
      /** The account is linked in place of the one with its former id. */
      readonly replace?: true;
      readonly proof: AddressProof;
    }
  | {
      readonly do: "create";
      readonly emailVerified: boolean;
      /** Becomes this user, and keeps their id. */
      readonly provisional?: ProvisionalUser | null | undefined;
    }
  | {
      readonly do: "link";
      readonly user: AdapterUser;
      readonly replace?: true;
      readonly proof: AddressProof;
    }
  | {
      readonly do: "refuse";
      readonly because: Refusal;
      /** The owner of the address is signed in here, so they can be asked right away whether the account is theirs. */
      readonly asks?: true;
    };

export type Refusal = "account-of-another" | "email-of-another" | "former-id" | "session-changed";

/** The account decision table. Pure, so that it can be read and tested row by row. */
export function decide(facts: Facts): Plan {
  const { trust, signedIn } = facts;
  if (trust === "none" || !facts.stored) return { do: "trust-flow" };
  if (trust === "email-owner") return decideEmailOwner(facts);
  if (facts.links && (!signedIn || facts.beganAs !== idOf(signedIn))) {
    return refuse("session-changed");
  }
  if (!facts.explicit || facts.links) return decideAccount(facts);
  const plan = decideAccount(signedOut(facts));
  return isEmailOfAnother(plan) && isOwnerHere(facts) ? { ...plan, asks: true } : plan;
}

/**
 * Asks only users who have proven the address. Otherwise an attacker could plant a session of a user that
 * they gave the victim's address, and a yes would let them in.
 */
function isOwnerHere({ signedIn, beganAs, emailOwner }: Facts): boolean {
  if (!signedIn || !emailOwner || !isSame(signedIn, emailOwner)) return false;
  return beganAs === idOf(signedIn) && isProven(signedIn);
}

export function isEmailOfAnother(plan: Plan): plan is Extract<Plan, { do: "refuse" }> {
  return plan.do === "refuse" && plan.because === "email-of-another";
}

/** Signing in never links to the previous session, since an attacker may have planted it. */
function signedOut(facts: Facts): Facts {
  return { ...facts, signedIn: null, beganAs: null };
}

function decideAccount(facts: Facts): Plan {
  const { signedIn, accountOwner, emailOwner } = facts;
  if (accountOwner) return decideAccountOwner(facts, accountOwner);
  if (facts.former) return decideFormerId(facts, facts.former);
  if (facts.beganAs !== idOf(signedIn)) return refuse("session-changed");
  if (signedIn) return { do: "link", user: signedIn, proof: proofOf(facts, signedIn, "own") };
  return emailOwner ? decideKnownAddress(facts, emailOwner) : create(facts, facts.proves);
}

/** Whoever has proven nothing can't sign in, so nobody keeps a foothold in the new account. */
function create({ provisional }: Facts, emailVerified: boolean): Plan {
  return { do: "create", emailVerified, provisional };
}

function decideEmailOwner(facts: Facts): Plan {
  const { emailOwner: user, accountOwner, signedIn } = facts;
  if (!user) return create(facts, true);
  const first = signedIn && isSame(signedIn, user) ? "own" : "taken";
  return {
    do: "sign-in",
    user,
    link: !accountOwner,
    proof: isProven(user) ? "unchanged" : first,
  };
}

function decideAccountOwner(facts: Facts, user: AdapterUser): Plan {
  const { signedIn } = facts;
  if (signedIn && !isSame(signedIn, user)) return refuse("account-of-another");
  const proof = proofOf(facts, user, signedIn ? "own" : "clean");
  return { do: "sign-in", user, link: false, proof };
}

/** A user who is signed in as the owner may link anything, and so this account too. */
function decideFormerId(facts: Facts, { owner, isAccepted }: Former): Plan {
  const { signedIn, beganAs } = facts;
  if (signedIn && isSame(signedIn, owner) && beganAs === idOf(signedIn)) {
    return { do: "link", user: owner, replace: true, proof: proofOf(facts, owner, "own") };
  }
  if (!isAccepted) return refuse("former-id");
  const plan = decideAccountOwner(facts, owner);
  return plan.do === "sign-in" ? { ...plan, link: true, replace: true } : plan;
}

/** Both sides must have proven the address; the first one to prove it gets it. */
function decideKnownAddress({ trust, proves, canTake }: Facts, user: AdapterUser): Plan {
  const isBelieved = trust === "linked-email";
  if (isProven(user)) {
    return isBelieved
      ? { do: "sign-in", user, link: true, proof: "unchanged" }
      : refuse("email-of-another");
  }
  return proves && (canTake || isBelieved)
    ? { do: "sign-in", user, link: true, proof: "taken" }
    : refuse("email-of-another");
}

function proofOf({ proves, email }: Facts, user: AdapterUser, proof: AddressProof): AddressProof {
  return proves && !isProven(user) && isSameAddress(email, user.email) ? proof : "unchanged";
}

function refuse(because: Refusal): Plan {
  return { do: "refuse", because };
}

export function idOf(user: AdapterUser | null): string | null {
  return user && String(user.id);
}

function isSame(a: AdapterUser, b: AdapterUser): boolean {
  return idOf(a) === idOf(b);
}

/** Whether two plans are the same. */
export function isSamePlan(a: Plan, b: Plan): boolean {
  return describe(a) === describe(b);
}

function describe(plan: Plan): string {
  return JSON.stringify(plan, (key, value: unknown) =>
    key === "user" && isUser(value) ? String(value.id) : value,
  );
}

function isUser(value: unknown): value is { id: unknown } {
  return isRecord(value) && "id" in value;
}
