import { parseObject, isRecord } from "../../../src/core/values/json.js";
import { setWithPrefix } from "../answer.js";
import { cookieOf, cookies, type About, type Delivered } from "../message.js";
import { accountKey, challengeLasts, isSealed, type ModelChallenge, type State } from "../state.js";
import { judgeProof } from "./complete.js";
import { isFresh } from "./fresh.js";
import { current } from "./session.js";
import { accept, andAlso, refuse, type Verdict } from "./verdict.js";

type Options = Extract<About, { kind: "options" }>;

export function judgeOptions(state: State, sent: Delivered, { action, email }: Options): Verdict {
  const beganAs = current(state, sent);
  const name = beganAs ?? email;
  if (action === "register" && name === null) return refuse("a passkey must be somebody's");
  if (action === "register" && beganAs !== null && !isFresh(state, sent, { user: beganAs })) {
    return refuse("whoever adds a passkey must have signed in just now");
  }
  return accept("began", "a ceremony may begin", (_ending, answer) => {
    const value = setWithPrefix(answer, cookies.challenge);
    if (value === undefined) return;
    const registers = action === "register";
    state.challenges.set(value, {
      challenge: challengeIn(answer.body),
      action,
      beganAs: registers ? beganAs : null,
      subject: registers ? null : name,
      newcomer: registers ? email : null,
      beganAt: sent.at,
      expires: sent.at + challengeLasts * 1000,
      used: false,
    });
  });
}

/** The challenge among the options that a browser was given. */
export function challengeIn(body: string): string {
  const options = parseObject(body)?.["options"];
  const challenge = isRecord(options) ? options["challenge"] : undefined;
  return typeof challenge === "string" ? challenge : "";
}

type Answered = Extract<About, { kind: "passkey" }>;

export function judgePasskey(state: State, sent: Delivered, about: Answered): Verdict {
  const name = cookies.challenge + about.challenge.slice(0, 12);
  const pending = state.challenges.get(cookieOf(sent, name));
  if (!pending || pending.challenge !== about.challenge || !isSealed(pending, sent.at)) {
    return refuse("the challenge was not made for this browser, or long ago");
  }
  if (pending.used) return refuse("the challenge was answered already");
  return andAlso(judgeOnce(state, sent, { about, pending }), () => {
    pending.used = true;
  });
}

interface Ceremony {
  readonly about: Answered;
  readonly pending: ModelChallenge;
}

/** Whatever comes of it, the challenge is used up. */
function judgeOnce(state: State, sent: Delivered, ceremony: Ceremony): Verdict {
  const { about, pending } = ceremony;
  if (pending.action !== about.action) return refuse("the challenge is of the other ceremony");
  return about.action === "register"
    ? judgeRegistration(state, sent, ceremony)
    : judgeAuthentication(state, sent, ceremony);
}

function judgeRegistration(state: State, sent: Delivered, { about, pending }: Ceremony): Verdict {
  const { id, account, counter } = about.credential;
  if (state.passkeys.has(id)) return refuse("the passkey is somebody's already");
  const { beganAs, beganAt, newcomer } = pending;
  const email = beganAs ?? newcomer ?? "";
  const key = accountKey("passkey", account);
  const proof = { trust: "account-only", account: key, email, beganAs, beganAt } as const;
  const verdict = judgeProof(state, sent, proof);
  if (verdict.endings.includes("refused")) return verdict;
  return andAlso(verdict, () => {
    const user = state.accounts.get(key);
    if (user !== undefined) state.passkeys.set(id, { account, user, counter });
  });
}

function judgeAuthentication(state: State, sent: Delivered, { about, pending }: Ceremony): Verdict {
  const { id, counter } = about.credential;
  const passkey = state.passkeys.get(id);
  if (!passkey) return refuse("nobody registered this passkey");
  const { user } = passkey;
  const account = accountKey("passkey", passkey.account);
  if (state.accounts.get(account) !== user) return refuse("the passkey is no way in any more");
  if (pending.subject !== null && pending.subject !== user) return refuse("another was expected");
  const counts = counter !== 0 || passkey.counter !== 0;
  if (counts && counter <= passkey.counter) return refuse("the counter did not go up");
  const verdict = judgeProof(state, sent, { trust: "account-only", account, email: user });
  if (verdict.endings.includes("refused")) return verdict;
  return andAlso(verdict, () => {
    passkey.counter = counter;
  });
}
