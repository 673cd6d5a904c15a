import { Auth } from "latchkey";
import Passkey from "latchkey/providers/passkey";
import type { EmailConfig } from "latchkey/providers";
import { parseObject } from "../../src/json.js";
import { SoftAuthenticator } from "../support/authenticator.js";
import { Browser } from "../support/client.js";
import {
  ada,
  grace,
  people,
  recorder,
  secret,
  storedUser,
  type Strategy,
  type TestConfig,
} from "../support/config.js";
import { readerOf, setValue, type Answer, type Exchange, type SentMail } from "./answer.js";
import { Identities } from "./identities.js";
import { cookies, origin, toRequest, type Message } from "./message.js";
import { sessionIsRenewedAfter, sessionLasts } from "./state.js";
import type { ModelStore } from "./store.js";

/** A message on its way, and the browser that gets the answer. */
export interface Parcel {
  readonly message: Message;
  readonly browser: number;
}

export const browserCount = 3;
const tag = "x-request-tag";

/** The real thing: an application with every way to sign in, and those who use it. */
export class World {
  readonly identities = new Identities();
  readonly browsers: readonly Browser[];
  /** The second does not count: only the challenge tells a replay of its answers. */
  readonly devices = [
    new SoftAuthenticator(),
    new SoftAuthenticator(origin, { counts: false }),
  ] as const;
  readonly store: ModelStore;
  readonly #config: TestConfig;
  readonly #mails = new Map<string, SentMail>();
  #requests = 0;

  private constructor(strategy: Strategy, store: ModelStore) {
    this.store = store;
    const { hub, idp } = this.identities;
    this.#config = {
      providers: [people, hub, idp, this.#email(), Passkey()],
      secret,
      trustHost: true,
      logger: recorder().logger,
      adapter: store.adapter,
      session: { strategy, maxAge: sessionLasts, updateAge: sessionIsRenewedAfter },
      experimental: { enableWebAuthn: true },
    };
    this.browsers = Array.from({ length: browserCount }, () => new Browser(this.#config));
  }

  static async open(strategy: Strategy, store: ModelStore): Promise<World> {
    for (const user of [ada, grace]) await store.adapter.createUser?.(storedUser(user));
    return new World(strategy, store);
  }

  browser(index: number): Browser {
    const browser = this.browsers[index % this.browsers.length];
    if (browser) return browser;
    throw new RangeError("There is no such browser.");
  }

  /** Sends them all at once; each browser keeps what it is answered as soon as the answer is there. */
  async deliver(parcels: readonly Parcel[]): Promise<Exchange[]> {
    const at = Date.now();
    const answers = await Promise.all(parcels.map((parcel) => this.#send(parcel)));
    return Promise.all(
      answers.map(async (answer, index): Promise<Exchange> => {
        const { message } = parcels[index] ?? {};
        if (!message) throw new RangeError("There is no such parcel.");
        const session = setValue(answer, cookies.session);
        const holder = session ? await this.holderOf(session) : undefined;
        const sent = { ...message, at, number: this.#requests + index };
        return { sent, answer: holder === undefined ? answer : { ...answer, holder } };
      }),
    );
  }

  /** Whose session it is that a cookie stands for, as the application is told. */
  async holderOf(session: string): Promise<string | null> {
    const cookie = `${cookies.session}=${encodeURIComponent(session)}`;
    const about = { kind: "session" } as const;
    const request = toRequest({ method: "GET", route: "session", headers: {}, about, cookie });
    const response = await Auth(request, this.#config);
    return readerOf({ body: await response.text() });
  }

  async #send({ message, browser }: Parcel): Promise<Answer> {
    const request = toRequest(message);
    const id = String(++this.#requests);
    request.headers.set(tag, id);
    const response = await Auth(request, this.#config);
    this.browser(browser).keep(response);
    const body = await response.text();
    const mail = this.#mails.get(id);
    return {
      status: response.status,
      location: locationIn(request, response, body),
      lines: response.headers.getSetCookie(),
      body,
      ...(mail && { mail }),
    };
  }

  #email(): EmailConfig {
    return {
      id: "email",
      type: "email",
      sendVerificationRequest: ({ identifier, token, code = "", request }) => {
        this.#mails.set(request.headers.get(tag) ?? "", { address: identifier, token, code });
      },
    };
  }
}

/** Programs ask for the address of a redirect as JSON. */
function locationIn(request: Request, response: Response, body: string): string | null {
  if (!request.headers.has("x-auth-return-redirect")) return response.headers.get("location");
  const url = parseObject(body)?.["url"];
  return typeof url === "string" ? url : null;
}
