import { parseObject } from "../../src/core/values/json.js";
import { endingOf, setValue, type Exchange, type SentMail } from "./answer.js";
import type { ProviderId } from "./identities.js";
import { challengeIn } from "./judge/passkey.js";
import { cookies, type Ceremony } from "./message.js";
import type { Parcel } from "./world.js";

/** A tab that was sent to a provider. */
export interface SeenFlow {
  readonly browser: number;
  readonly provider: ProviderId;
  readonly request: URL;
}

/** A tab in which the person is asked for a passkey. */
export interface SeenCeremony {
  readonly browser: number;
  readonly action: Ceremony;
  readonly challenge: string;
  readonly options: unknown;
}

/** Everything that people, and those who listen in, have come to know. Nothing is ever forgotten. */
export class Seen {
  readonly flows: SeenFlow[] = [];
  readonly mails: (SentMail & { readonly browser: number })[] = [];
  readonly ceremonies: SeenCeremony[] = [];
  readonly sessions: string[] = [];
  readonly history: Parcel[] = [];
  /** Those by which somebody signed in, and which mustn't be good for that again. */
  readonly spent: Parcel[] = [];
  /** Sent, and still on the way. */
  readonly late: Parcel[] = [];
  /** Whether anybody has made a passkey. */
  hasPasskey = false;

  note({ message, browser }: Parcel, exchange: Exchange): void {
    if (message.about.kind === "manage") return;
    this.history.push({ message, browser });
    const { answer } = exchange;
    const session = setValue(answer, cookies.session);
    if (session && !this.sessions.includes(session)) this.sessions.push(session);
    if (answer.mail) this.mails.push({ ...answer.mail, browser });
    const ending = endingOf(exchange);
    if (ending === "signed-in" || ending === "linked") this.spent.push({ message, browser });
    if (ending === "began") this.#noteTab(browser, exchange);
  }

  #noteTab(browser: number, { sent, answer }: Exchange): void {
    const { about } = sent;
    if (about.kind === "begin" && (about.provider === "hub" || about.provider === "idp")) {
      const request = new URL(answer.location ?? "about:blank");
      this.flows.push({ browser, provider: about.provider, request });
    }
    if (about.kind === "options") {
      const options = parseObject(answer.body)?.["options"];
      const challenge = challengeIn(answer.body);
      this.ceremonies.push({ browser, action: about.action, challenge, options });
    }
  }
}

/** One of a list, counted from the newest. */
export function pickFrom<T>(list: readonly T[], pick: number): T | undefined {
  return list.length === 0 ? undefined : list[list.length - 1 - (pick % list.length)];
}
