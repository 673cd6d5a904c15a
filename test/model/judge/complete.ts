import { setValue, type Answer, type Ending } from "../answer.js";
import { persons } from "../identities.js";
import { cookies, type Delivered } from "../message.js";
import { accountKey, type State } from "../state.js";
import { isFresh, keepProof } from "./fresh.js";
import { current, goOnSession, startSession } from "./session.js";
import { accept, refuse, type Verdict } from "./verdict.js";

/** What somebody has proven. */
export interface Proof {
  readonly trust: "email-owner" | "linked-email" | "account-only";
  readonly account: string;
  readonly email: string;
  /** The provider has made sure that the address is the person's. */
  readonly vouched?: boolean;
  /** Who was signed in when it began; absent when it began with this very request. */
  readonly beganAs?: string | null;
  /** When it began, where that counts. In milliseconds since 1970. */
  readonly beganAt?: number;
}

/** What a proof is good for: the account decision table, once more and in other words. */
export function judgeProof(state: State, sent: Delivered, proof: Proof): Verdict {
  if (proof.trust === "email-owner") return ownerOfAddress(state, sent, proof);
  const { account, email, vouched = false } = proof;
  const signedIn = current(state, sent);
  const owner = state.accounts.get(account);
  if (owner !== undefined) {
    if (signedIn !== null && signedIn !== owner) return refuse("the account is another user's");
    return signIn(state, sent, owner, () => {
      const counts = signedIn !== null || unprovenAccounts(state, owner, account).length === 0;
      if (vouched && email === owner && counts) prove(state, owner);
    });
  }
  const beganAs = proof.beganAs === undefined ? signedIn : proof.beganAs;
  if (beganAs !== signedIn) return refuse("somebody signed in or out since it began");
  if (signedIn !== null) {
    if (!isFresh(state, sent, { user: signedIn, moment: proof.beganAt })) {
      return refuse("whoever links an account must have signed in just now");
    }
    return linkTo(state, sent, { user: signedIn, account, proves: vouched && email === signedIn });
  }
  const known = state.users.get(email);
  if (known?.verified && proof.trust === "account-only") return refuse("the address is another's");
  if (known && !known.verified && !vouched) return refuse("neither has proven the address");
  return signIn(state, sent, email, () => {
    if (known && !known.verified) take(state, sent, { user: email, by: account });
    state.users.set(email, { verified: vouched || known?.verified === true });
    state.accounts.set(account, email);
  });
}

function ownerOfAddress(state: State, sent: Delivered, { email, account }: Proof): Verdict {
  const isOneself = current(state, sent) === email;
  return signIn(state, sent, email, () => {
    const known = state.users.get(email);
    if (known && !known.verified && !isOneself) take(state, sent, { user: email, by: account });
    prove(state, email);
    state.accounts.set(account, email);
  });
}

function prove(state: State, user: string): void {
  state.users.set(user, { verified: true });
}

/**
 * Whoever first proves an address gets it with nothing that somebody else may have left there: no account that
 * didn't vouch for it, no passkey, and nobody is signed in as before.
 */
function take(
  state: State,
  { at, process = 0 }: Delivered,
  { user, by }: { user: string; by: string },
): void {
  state.proven.set(user, { at, process });
  for (const key of unprovenAccounts(state, user, by)) state.accounts.delete(key);
  for (const [id, passkey] of state.passkeys) {
    if (passkey.user === user) state.passkeys.delete(id);
  }
  for (const session of state.sessions.values()) {
    if (session.user !== user) continue;
    if (state.revocable) state.over.add(session.of);
    if (state.strategy === "database") session.ended = true;
  }
}

/** The accounts of a user but one. Only ID tokens are stored, and they tell for whom the provider vouched. */
function unprovenAccounts({ accounts }: State, user: string, by: string): string[] {
  const vouching = persons.idp
    .filter(({ email }) => email === user)
    .map(({ sub }) => accountKey("idp", sub));
  const own = [...accounts].filter(([, owner]) => owner === user).map(([key]) => key);
  return own.filter((key) => key !== by && !vouching.includes(key));
}

export function signIn(
  state: State,
  sent: Delivered,
  user: string,
  change: () => void = () => undefined,
): Verdict {
  return begin(user, (answer) => {
    change();
    keepProof(state, answer, { user, at: sent.at });
    startSession(state, sent, givenTo(user, answer));
  });
}

function begin(user: string, change: (answer: Answer) => void): Verdict {
  const settle = (_ending: Ending, answer: Answer) => change(answer);
  return { ...accept("signed-in", `${user} has proven who they are`, settle), who: user };
}

/** The session that a response gives to somebody. */
function givenTo(user: string, answer: Answer) {
  return { user, value: setValue(answer, cookies.session) ?? "", sid: answer.sid };
}

/** A stored session goes on as it is; a token is written again. Neither proves who is signed in. */
function linkTo(
  state: State,
  sent: Delivered,
  { user, account, proves }: { user: string; account: string; proves: boolean },
): Verdict {
  const link = () => {
    state.accounts.set(account, user);
    if (proves) prove(state, user);
  };
  if (state.strategy === "jwt") {
    return begin(user, (answer) => {
      link();
      goOnSession(state, sent, givenTo(user, answer));
    });
  }
  return accept("linked", `${user} is signed in and links an account`, link);
}
