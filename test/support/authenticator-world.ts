import type { Adapter } from "latchkey/adapters";
import { createMemoryStore, MemoryAdapter, type MemoryStore } from "latchkey/adapters/memory";
import Passkey from "latchkey/providers/passkey";
import { Browser, textMember, type FormFields } from "./client.js";
import {
  people,
  recorder,
  secret,
  type Recorder,
  type Strategy,
  type TestConfig,
} from "./config.js";
import { member, SoftAuthenticator, type Twist } from "./authenticator.js";

export interface PasskeyWorld {
  readonly config: TestConfig;
  readonly log: Recorder;
  readonly store: MemoryStore;
  person(): Person;
}

/** An application with passkeys, and a store to look into. */
export function passkeyWorld(
  strategy: Strategy,
  overrides: Partial<TestConfig> = {},
  wrap: (adapter: Required<Adapter>) => Adapter = (adapter) => adapter,
): PasskeyWorld {
  const log = recorder();
  const store = createMemoryStore();
  const config: TestConfig = {
    providers: [Passkey(), people],
    secret,
    trustHost: true,
    logger: log.logger,
    adapter: wrap(MemoryAdapter(store)),
    session: { strategy },
    ...overrides,
  };
  return { config, log, store, person: () => new Person(config) };
}

export interface Options {
  readonly status: number;
  readonly action: unknown;
  readonly options: unknown;
  readonly body: unknown;
}

/** Somebody with a browser and an authenticator. */
export class Person {
  readonly browser: Browser;
  readonly authenticator: SoftAuthenticator;
  readonly provider: string;

  constructor(
    config: TestConfig,
    {
      provider = "passkey",
      authenticator = new SoftAuthenticator(),
      browser = new Browser(config),
    } = {},
  ) {
    this.browser = browser;
    this.authenticator = authenticator;
    this.provider = provider;
  }

  async options(query: FormFields = {}): Promise<Options> {
    const search = new URLSearchParams(query).toString();
    const response = await this.browser.get(`webauthn-options/${this.provider}?${search}`);
    const body: unknown = await response.json();
    const options = member(body, "options");
    return { status: response.status, action: member(body, "action"), options, body };
  }

  async post(action: string, data: string, more: FormFields = {}): Promise<Response> {
    return this.browser.submit(`callback/${this.provider}`, { action, data, ...more });
  }

  /** The whole registration. Without an address it is for whoever is signed in. */
  async register(email?: string, twist: Twist = {}): Promise<Response> {
    const query = { action: "register", ...(email !== undefined && { email }) };
    const { options } = await this.options(query);
    return this.post("register", await this.authenticator.create(options, twist));
  }

  /** The whole sign-in. */
  async authenticate(query: FormFields = {}, twist: Twist = {}, which = 0): Promise<Response> {
    const { options } = await this.options({ action: "authenticate", ...query });
    return this.post("authenticate", await this.authenticator.get(options, twist, which));
  }

  async signOut(): Promise<void> {
    await this.browser.signOut();
  }

  /** The address of whoever is signed in. */
  async who(): Promise<string | null> {
    const session = await this.browser.session();
    return session === null ? null : textMember(member(session, "user"), "email");
  }
}
