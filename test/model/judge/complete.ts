import { setValue, type Answer, type Ending } from "../answer.js";
import { cookies, type Delivered } from "../message.js";
import { accountKey, type State } from "../state.js";
import { current, startSession } from "./session.js";
import { accept, refuse, type Verdict } from "./verdict.js";

/** What somebody has proven. */
export interface Proof {
  readonly trust: "email-owner" | "linked-email" | "account-only";
  readonly account: string;
  readonly email: string;
  /** Who was signed in when it began; absent when it began with this very request. */
  readonly beganAs?: string | null;
}

/** What a proof is good for: the account decision table, once more and in other words. */
export function judgeProof(state: State, sent: Delivered, proof: Proof): Verdict {
  if (proof.trust === "email-owner") return ownerOfAddress(state, sent, proof);
  const { account, email } = proof;
  const signedIn = current(state, sent);
  const owner = state.accounts.get(account);
  if (owner !== undefined) {
    if (signedIn !== null && signedIn !== owner) return refuse("the account is another user's");
    return signIn(state, sent, owner);
  }
  const beganAs = proof.beganAs === undefined ? signedIn : proof.beganAs;
  if (beganAs !== signedIn) return refuse("somebody signed in or out since it began");
  if (signedIn !== null) return linkTo(state, sent, { user: signedIn, account });
  const taken = state.users.has(email);
  if (taken && proof.trust === "account-only") return refuse("the address is another user's");
  return signIn(state, sent, email, () => {
    if (!taken) state.users.set(email, { verified: false });
    state.accounts.set(account, email);
  });
}

function ownerOfAddress(state: State, sent: Delivered, { email, account }: Proof): Verdict {
  const isOneself = current(state, sent) === email;
  return signIn(state, sent, email, () => {
    const known = state.users.get(email);
    if (known && !known.verified && !isOneself) disown(state, email);
    state.users.set(email, { verified: true });
    state.accounts.set(account, email);
  });
}

/**
 * Passkeys that somebody made before the owner of the address came are no way in any more, and where
 * there were any, whoever is signed in as that user is signed out. Tokens can not be taken back.
 */
function disown(state: State, user: string): void {
  const passkeys = [...state.passkeys.values()].filter((passkey) => passkey.user === user);
  for (const { account } of passkeys) state.accounts.delete(accountKey("passkey", account));
  if (passkeys.length === 0 || state.strategy !== "database") return;
  for (const session of state.sessions.values()) {
    if (session.user === user) session.ended = true;
  }
}

export function signIn(
  state: State,
  sent: Delivered,
  user: string,
  change: () => void = () => undefined,
): Verdict {
  const settle = (_ending: Ending, answer: Answer) => {
    change();
    startSession(state, sent, { user, value: setValue(answer, cookies.session) ?? "" });
  };
  return { ...accept("signed-in", `${user} has proven who they are`, settle), who: user };
}

/** A stored session goes on as it is; a token is written anew. */
function linkTo(
  state: State,
  sent: Delivered,
  { user, account }: { user: string; account: string },
): Verdict {
  const link = () => {
    state.accounts.set(account, user);
  };
  if (state.strategy === "jwt") return signIn(state, sent, user, link);
  return accept("linked", `${user} is signed in and links an account`, link);
}
