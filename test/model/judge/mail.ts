import { setValue } from "../answer.js";
import { cookieOf, cookies, type About, type Delivered } from "../message.js";
import { accountKey, isSealed, mailLasts, type ModelMail, type State } from "../state.js";
import { judgeProof } from "./complete.js";
import { accept, andAlso, refuse, type Verdict } from "./verdict.js";

const mostMails = 5;
const counted = 10 * 60 * 1000;
const mostMailsOfDay = 20;
const day = 24 * 60 * 60 * 1000;
const mostTries = 5;

export function judgeMail(state: State, sent: Delivered, address: string): Verdict {
  const who = counterOf(state, sent, address);
  const all = state.asked.get(who) ?? [];
  const isSameDay = (all[0] ?? 0) > sent.at - day;
  const asked = all.filter((time) => isSameDay || time > sent.at - counted);
  const recent = asked.filter((time) => time > sent.at - counted);
  if (recent.length >= mostMails || asked.length >= mostMailsOfDay) {
    return refuse("too many mails were asked for");
  }
  return accept("began", "a mail may be sent", (_ending, answer) => {
    const { mail } = answer;
    const cookie = setValue(answer, cookies.mail);
    if (!mail || !cookie) return;
    const expires = sent.at + mailLasts * 1000;
    const { token, code } = mail;
    state.asked.set(who, [...asked, sent.at]);
    state.mails.set(token, { address, code, expires, wrong: 0, gone: false });
    state.pending.set(cookie, { token, expires });
  });
}

/** Browsers that have signed in with a mail to the address have a count of their own. */
function counterOf(state: State, sent: Delivered, address: string): string {
  const known = state.devices.get(cookieOf(sent, cookies.device));
  return `${known?.includes(address) ? "known" : "any"} ${address}`;
}

type Link = Extract<About, { kind: "link" }>;

/** Only the browser that asked for the mail signs in at once. */
export function judgeLink(state: State, sent: Delivered, { token, prefetch }: Link): Verdict {
  if (sent.method === "HEAD") return refuse("a HEAD uses nothing up");
  if (prefetch || pendingToken(state, sent) !== token) {
    return accept("asked", "nobody is known to have opened the link");
  }
  return redeem(state, sent, token);
}

export function redeem(state: State, sent: Delivered, token: string): Verdict {
  return judgeMailOf(state, sent, token) ?? owner(state, sent, token);
}

export function judgeCode(state: State, sent: Delivered, code: string): Verdict {
  const token = pendingToken(state, sent);
  if (token === undefined) return refuse("this browser asked for no mail, or long ago");
  const refusal = judgeMailOf(state, sent, token);
  const mail = state.mails.get(token);
  if (refusal || !mail) return refusal ?? refuse("there is no such mail");
  return code === mail.code ? owner(state, sent, token) : wrongCode(mail);
}

function wrongCode(mail: ModelMail): Verdict {
  if (mail.wrong + 1 < mostTries) {
    return accept("again", "the code is wrong", () => {
      mail.wrong += 1;
    });
  }
  return refuse("the code was wrong too often", () => {
    mail.gone = true;
  });
}

/** The mail that this browser asked for last. */
export function pendingToken(state: State, sent: Delivered): string | undefined {
  const pending = state.pending.get(cookieOf(sent, cookies.mail));
  return pending && isSealed(pending, sent.at) ? pending.token : undefined;
}

/** Why a mail is worth nothing; undefined when it is worth something. */
function judgeMailOf(state: State, sent: Delivered, token: string): Verdict | undefined {
  const mail = state.mails.get(token);
  if (!mail || mail.gone) return refuse("the mail was used, or never sent");
  if (mail.expires > sent.at) return undefined;
  return refuse("the mail has expired", () => {
    mail.gone = true;
  });
}

function owner(state: State, sent: Delivered, token: string): Verdict {
  const mail = state.mails.get(token);
  if (!mail) return refuse("there is no such mail");
  const { address: email } = mail;
  const account = accountKey("email", email);
  const verdict = judgeProof(state, sent, { trust: "email-owner", account, email });
  return andAlso(verdict, (answer) => {
    mail.gone = true;
    state.asked.delete(counterOf(state, sent, email));
    const device = setValue(answer, cookies.device);
    if (device) state.devices.get(device)?.push(email);
  });
}
