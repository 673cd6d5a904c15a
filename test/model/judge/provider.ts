import { setWithPrefix } from "../answer.js";
import { cookieOf, cookies, type About, type Delivered } from "../message.js";
import { accountKey, flowLasts, isSealed, type ModelFlow, type State } from "../state.js";
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
  const id = about.state.split(".", 1)[0] ?? "";
  const flow = state.flows.get(cookieOf(sent, cookies.flow + id));
  if (!flow || !flow.state.startsWith(`${id}.`) || !isSealed(flow, sent.at)) {
    return refuse("this browser began no such sign-in, or long ago");
  }
  if (flow.used) return refuse("the sign-in was finished already");
  return andAlso(judgeOnce(state, sent, { about, flow }), () => {
    flow.used = true;
  });
}

/** Whatever comes of it, the sign-in is used up. */
function judgeOnce(
  state: State,
  sent: Delivered,
  { about, flow }: { about: Return; flow: ModelFlow },
): Verdict {
  const { code, provider } = about;
  if (flow.provider !== provider) return refuse("it was begun at another provider");
  if (flow.state !== about.state) return refuse("the state is not the one that was sent");
  if (!code) return refuse("the provider says no");
  if (code.provider !== provider || code.state !== flow.state) {
    return refuse("the code was made for another sign-in");
  }
  return judgeProof(state, sent, {
    trust: provider === believed ? "linked-email" : "account-only",
    account: accountKey(provider, code.sub),
    email: code.email,
    beganAs: flow.beganAs,
  });
}
