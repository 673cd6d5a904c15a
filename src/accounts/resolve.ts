import type { Trust } from "../flows/flow.js";
import type { AdapterUser } from "../types/adapter.js";
import { isProven, isSameAddress, type AddressProof } from "./proof.js";

/** What is known when somebody has proven who they are. */
export interface Facts {
  readonly trust: Trust;
  /** There is a store to keep users in. */
  readonly stored: boolean;
  /** The address that the flow told. */
  readonly email: string | null;
  /** The flow proves that this address is the person's. */
  readonly proves: boolean;
  /** What is attached to a user can be found and taken away. */
  readonly canTake: boolean;
  /** The user who is signed in now. */
  readonly signedIn: AdapterUser | null;
  /** The id of the user who was signed in when the flow began. */
  readonly beganAs: string | null;
  /** The flow was begun to link an account, and nothing else. */
  readonly links?: true;
  /** Nothing else links an account to whoever is signed in. */
  readonly explicit?: true;
  readonly accountOwner: AdapterUser | null;
  /** Where the account has no owner by its id: whose it is by the id that it had before. */
  readonly former: Former | null;
  readonly emailOwner: AdapterUser | null;
}

/** An account that is known by the id it had before: a name, perhaps, that others can have by now. */
export interface Former {
  readonly owner: AdapterUser;
  readonly isAccepted: boolean;
}

/** Whose an account is, by either of its ids. */
export function ownerOf({ accountOwner, former }: Facts): AdapterUser | null {
  return accountOwner ?? (former?.isAccepted ? former.owner : null);
}

/** What to do about it. */
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
  | { readonly do: "create"; readonly emailVerified: boolean }
  | {
      readonly do: "link";
      readonly user: AdapterUser;
      readonly replace?: true;
      readonly proof: AddressProof;
    }
  | {
      readonly do: "refuse";
      readonly because: Refusal;
      /** Whose address it is signed in here, and can be asked at once whether the account is theirs. */
      readonly asks?: true;
    };

export type Refusal = "account-of-another" | "email-of-another" | "former-id" | "session-changed";

/** The account decision table. Pure, so that it can be read and tested row by row. */
export function resolve(facts: Facts): Plan {
  const { trust, signedIn } = facts;
  if (trust === "none" || !facts.stored) return { do: "trust-flow" };
  if (trust === "email-owner") return resolveEmailOwner(facts);
  if (facts.links && (!signedIn || facts.beganAs !== idOf(signedIn))) {
    return refuse("session-changed");
  }
  if (!facts.explicit || facts.links) return resolveAccount(facts);
  const plan = resolveAccount(signedOut(facts));
  return isEmailOfAnother(plan) && isOwnerHere(facts) ? { ...plan, asks: true } : plan;
}

/**
 * Only who has proven the address: in a session that others planted, of a user to whom they gave the address of
 * whoever signs in, a yes would let them in.
 */
function isOwnerHere({ signedIn, beganAs, emailOwner }: Facts): boolean {
  if (!signedIn || !emailOwner || !isSame(signedIn, emailOwner)) return false;
  return beganAs === idOf(signedIn) && isProven(signedIn);
}

export function isEmailOfAnother(plan: Plan): plan is Extract<Plan, { do: "refuse" }> {
  return plan.do === "refuse" && plan.because === "email-of-another";
}

/** A sign-in is a sign-in, whoever was signed in before: their session may be one that others planted. */
function signedOut(facts: Facts): Facts {
  return { ...facts, signedIn: null, beganAs: null };
}

function resolveAccount(facts: Facts): Plan {
  const { signedIn, accountOwner, emailOwner } = facts;
  if (accountOwner) return resolveAccountOwner(facts, accountOwner);
  if (facts.former) return resolveFormerId(facts, facts.former);
  if (facts.beganAs !== idOf(signedIn)) return refuse("session-changed");
  if (signedIn) return { do: "link", user: signedIn, proof: proofOf(facts, signedIn, "own") };
  return emailOwner
    ? resolveKnownAddress(facts, emailOwner)
    : { do: "create", emailVerified: facts.proves };
}

function resolveEmailOwner({ emailOwner: user, accountOwner, signedIn }: Facts): Plan {
  if (!user) return { do: "create", emailVerified: true };
  const first = signedIn && isSame(signedIn, user) ? "own" : "taken";
  return {
    do: "sign-in",
    user,
    link: !accountOwner,
    proof: isProven(user) ? "unchanged" : first,
  };
}

function resolveAccountOwner(facts: Facts, user: AdapterUser): Plan {
  const { signedIn } = facts;
  if (signedIn && !isSame(signedIn, user)) return refuse("account-of-another");
  const proof = proofOf(facts, user, signedIn ? "own" : "clean");
  return { do: "sign-in", user, link: false, proof };
}

/** Whoever is signed in as the owner may link what they like, and so this account too. */
function resolveFormerId(facts: Facts, { owner, isAccepted }: Former): Plan {
  const { signedIn, beganAs } = facts;
  if (signedIn && isSame(signedIn, owner) && beganAs === idOf(signedIn)) {
    return { do: "link", user: owner, replace: true, proof: proofOf(facts, owner, "own") };
  }
  if (!isAccepted) return refuse("former-id");
  const plan = resolveAccountOwner(facts, owner);
  return plan.do === "sign-in" ? { ...plan, link: true, replace: true } : plan;
}

/** Both sides must have proven the address; whoever is the first to prove it gets it. */
function resolveKnownAddress({ trust, proves, canTake }: Facts, user: AdapterUser): Plan {
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

/** Whether two plans are the same in all respects. */
export function isSamePlan(a: Plan, b: Plan): boolean {
  return describe(a) === describe(b);
}

function describe(plan: Plan): string {
  return JSON.stringify(plan, (key, value: unknown) =>
    key === "user" && isUser(value) ? String(value.id) : value,
  );
}

function isUser(value: unknown): value is { id: unknown } {
  return typeof value === "object" && value !== null && "id" in value;
}
