import { setWithPrefix } from "../answer.js";
import { cookieOf, cookies, type About, type Code, type Delivered } from "../message.js";
import {
  accountKey,
  answerLasts,
  flowLasts,
  isSealed,
  type ModelFlow,
  type State,
} from "../state.js";
import { judgeProof } from "./complete.js";
import { current } from "./session.js";
import { accept, andAlso, refuse, type Verdict } from "./verdict.js";

/** Provider whose word about addresses the application believes. */
const believed = "idp";

export function judgeBegin(state: State, sent: Delivered, provider: string): Verdict {
  const beganAs = current(state, sent);
  return accept("began", "it is a form of the site", (_ending, answer) => {
    const value = setWithPrefix(answer, cookies.flow);
    const target = new URL(answer.location ?? "about:blank").searchParams.get("state");
    if (value === undefined || target === null) return;
    const expires = sent.at + flowLasts * 1000;
    state.flows.set(value, { provider, state: target, beganAs, expires, used: false });
  });
}

type Return = Extract<About, { kind: "return" }>;

export function judgeReturn(state: State, sent: Delivered, about: Return): Verdict {
  const flow = flowOf(state, sent, about);
  if (!flow) return refuse("this browser began no such sign-in, or long ago");
  if (flow.used || flow.answer) return refuse("the sign-in was finished already");
  return andAlso(judgeAnswer(state, sent, { about, flow }), () => {
    flow.used = true;
  });
}

/** The sign-in that a request is about, if this browser began it. */
function flowOf(
  { flows }: State,
  sent: Delivered,
  about: { readonly state: string },
): ModelFlow | undefined {
  const id = about.state.split(".", 1)[0] ?? "";
  const flow = flows.get(cookieOf(sent, cookies.flow + id));
  return flow?.state.startsWith(`${id}.`) && isSealed(flow, sent.at) ? flow : undefined;
}

/** Whatever comes of it, the sign-in is used up. */
function judgeAnswer(
  state: State,
  sent: Delivered,
  { about, flow }: { about: Return; flow: ModelFlow },
): Verdict {
  const { code, provider } = about;
  if (flow.provider !== provider) return refuse("it was begun at another provider");
  if (flow.state !== about.state) return refuse("the state is not the one that was sent");
  const isSeen = flow.beganAs === null || current(state, sent) !== null;
  if (sent.method !== "POST" || isSeen) return judgeCode(state, sent, { code, flow });
  return accept("hopped", "whoever was signed in may be so still", (_ending, answer) => {
    const value = setWithPrefix(answer, cookies.flow);
    const expires = sent.at + answerLasts * 1000;
    if (value) state.flows.set(value, { ...flow, answer: { code }, expires, used: false });
  });
}

type Land = Extract<About, { kind: "land" }>;

export function judgeLand(state: State, sent: Delivered, about: Land): Verdict {
  const flow = flowOf(state, sent, about);
  if (!flow?.answer) return refuse("nothing was posted to this browser, or long ago");
  if (flow.used) return refuse("the sign-in was finished already");
  return andAlso(judgeCode(state, sent, { code: flow.answer.code, flow }), () => {
    flow.used = true;
  });
}

function judgeCode(
  state: State,
  sent: Delivered,
  { code, flow }: { code: Code | null; flow: ModelFlow },
): Verdict {
  const { provider } = flow;
  if (!code) return refuse("the provider says no");
  if (code.provider !== provider || code.state !== flow.state) {
    return refuse("the code was made for another sign-in");
  }
  return judgeProof(state, sent, {
    trust: provider === believed ? "linked-email" : "account-only",
    account: accountKey(provider, code.sub),
    email: code.email,
    vouched: code.verified,
    beganAs: flow.beganAs,
  });
}
