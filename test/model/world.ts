import { sessionRegistry } from "latchkey/plugins/session-registry";
import Passkey from "latchkey/providers/passkey";
import type { EmailConfig } from "latchkey/providers";
import type { JWT } from "latchkey/jwt";
import { parseObject } from "../../src/core/values/json.js";
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
import { memoryState } from "latchkey/state/memory";
import { cookies, origin, toRequest, type Errand, type Message } from "./message.js";
import { configFor, processCount, startProcesses, type Process } from "./processes.js";
import { sessionIsRenewedAfter, sessionLasts } from "./state.js";
import type { ModelStore } from "./store.js";

/** A message on its way, and the browser that gets the answer. */
export interface Parcel {
  readonly message: Message;
  readonly browser: number;
}

export const browserCount = 3;
const tag = "x-request-tag";
/** What a process remembers belongs to the secret, so that each world has its own. */
let worlds = 0;

/** A process with its configuration. */
interface Running {
  readonly answer: (request: Request) => Promise<Response>;
  readonly sessions: () => ReturnType<Process["manage"]>["sessions"];
}

/** The real thing: an application with every way to sign in, and those who use it. */
export class World {
  readonly identities = new Identities();
  readonly browsers: readonly Browser[];
  /** The second doesn't count: only the challenge tells a replay of its answers. */
  readonly devices = [
    new SoftAuthenticator(),
    new SoftAuthenticator(origin, { counts: false }),
  ] as const;
  readonly store: ModelStore;
  readonly #processes: readonly Process[];
  /** That of each process. */
  #configs: readonly TestConfig[];
  readonly #mails = new Map<string, SentMail>();
  /** How often the sessions of a user were dismissed. */
  readonly #eras = new Map<string, number>();
  #isOn = false;
  #requests = 0;

  private constructor(strategy: Strategy, store: ModelStore, processes: readonly Process[]) {
    this.store = store;
    this.#processes = processes;
    const { hub, idp } = this.identities;
    const config: TestConfig = {
      providers: [people, hub, idp, this.#email(), Passkey()],
      secret: `${secret}-${++worlds}`,
      trustHost: true,
      logger: recorder().logger,
      adapter: store.adapter,
      ...(!store.bringsState && { sharedState: memoryState() }),
      session: { strategy, maxAge: sessionLasts, updateAge: sessionIsRenewedAfter },
      experimental: { enableWebAuthn: true },
      ...(strategy === "jwt" && { callbacks: { jwt: (given) => this.#judge(given) } }),
    };
    this.#configs = processes.map((process) => configFor(config, process));
    this.browsers = Array.from({ length: browserCount }, () => new Browser(config));
  }

  /** From now on sessions can be listed and ended. */
  turnOn(): void {
    this.#configs = this.#configs.map((config) => ({
      ...config,
      plugins: [sessionRegistry({ within: 0 })],
    }));
    this.#isOn = true;
  }

  /** What a process does, with its configuration. */
  #process(index: number): Running {
    const [process, config] = [
      this.#processes[index % processCount],
      this.#configs[index % processCount],
    ];
    if (!process || !config) throw new RangeError("There is no such process.");
    return {
      answer: (request) => process.Auth(request, config),
      sessions: () => process.manage(config).sessions,
    };
  }

  /** From now on the `jwt` callback ends the sessions that this user has. */
  dismiss(user: string): void {
    this.#eras.set(user, this.#eraOf(user) + 1);
  }

  #eraOf(user: string | null | undefined): number {
    return this.#eras.get(user ?? "") ?? 0;
  }

  /** As an application does that has a list of its own of who is thrown out. */
  #judge({ token, user }: { token: JWT; user?: unknown }): JWT | null {
    const era = this.#eraOf(token.email);
    if (user !== undefined) return { ...token, era };
    return token["era"] === era ? token : null;
  }

  static async open(strategy: Strategy, store: ModelStore): Promise<World> {
    for (const user of [ada, grace]) await store.adapter.createUser?.(storedUser(user));
    return new World(strategy, store, await startProcesses());
  }

  browser(index: number): Browser {
    const browser = this.browsers[index % this.browsers.length];
    if (browser) return browser;
    throw new RangeError("There is no such browser.");
  }

  /** Sends them all at once; each browser keeps what it is answered as soon as the answer is there. */
  async deliver(parcels: readonly Parcel[]): Promise<Exchange[]> {
    const at = Date.now();
    const first = this.#requests;
    const answers = await Promise.all(parcels.map((parcel) => this.#send(parcel)));
    return Promise.all(
      answers.map(async (answer, index): Promise<Exchange> => {
        const { message } = parcels[index] ?? {};
        if (!message) throw new RangeError("There is no such parcel.");
        const process = (first + index) % processCount;
        const sent = { ...message, at, number: this.#requests + index, process };
        const session = setValue(answer, cookies.session);
        return { sent, answer: session ? { ...answer, ...(await this.#about(session)) } : answer };
      }),
    );
  }

  /** What is known of a session that was just set. */
  async #about(session: string): Promise<Pick<Answer, "holder" | "sid">> {
    const holder = await this.holderOf(session);
    if (!this.#isOn) return { holder };
    const found = await this.#process(0).sessions().current(bearerOf(session));
    return { holder, ...(found && { sid: found.id }) };
  }

  /** Whose session it is that a cookie stands for, as the application is told. */
  async holderOf(session: string, process = 0): Promise<string | null> {
    const { cookie } = bearerOf(session).headers;
    const about = { kind: "session" } as const;
    const request = toRequest({ method: "GET", route: "session", headers: {}, about, cookie });
    const response = await this.#process(process).answer(request);
    return readerOf({ body: await response.text() });
  }

  async #send({ message, browser }: Parcel): Promise<Answer> {
    const process = this.#process(this.#requests++);
    if (message.about.kind === "manage") return this.#run(process, message.about.errand);
    const request = toRequest(message);
    const id = String(this.#requests);
    request.headers.set(tag, id);
    const response = await process.answer(request);
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

  async #run(process: Running, errand: Errand): Promise<Answer> {
    const ids = await this.#carryOut(process, errand);
    return { status: 200, location: null, lines: [], body: JSON.stringify({ ids }) };
  }

  async #carryOut(process: Running, errand: Errand): Promise<readonly string[]> {
    const sessions = process.sessions();
    if ("session" in errand) {
      const request = bearerOf(errand.session);
      const found = await sessions.current(request);
      if (found && errand.do === "end") await sessions.end(found.id);
      if (found && errand.do === "end-others") {
        await sessions.endAll(found.userId, { except: request });
      }
      return [];
    }
    const user = await this.store.adapter.getUserByEmail?.(errand.user);
    if (!user) return [];
    if (errand.do === "list") return (await sessions.list(user.id)).map(({ id }) => id);
    await sessions.endAll(user.id);
    return [];
  }

  #email(): EmailConfig {
    return {
      id: "email",
      name: "Email",
      type: "email",
      sendVerificationRequest: ({ identifier, token, code = "", request }) => {
        this.#mails.set(request.headers.get(tag) ?? "", { address: identifier, token, code });
      },
    };
  }
}

function bearerOf(session: string) {
  return { headers: { cookie: `${cookies.session}=${encodeURIComponent(session)}` } };
}

/** Programs ask for the address of a redirect as JSON. */
function locationIn(request: Request, response: Response, body: string): string | null {
  if (!request.headers.has("x-auth-return-redirect")) return response.headers.get("location");
  const url = parseObject(body)?.["url"];
  return typeof url === "string" ? url : null;
}
