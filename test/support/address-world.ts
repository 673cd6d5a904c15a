import type { Adapter } from "latchkey/adapters";
import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import Email from "latchkey/providers/email";
import Passkey from "latchkey/providers/passkey";
import { Person } from "./authenticator-world.js";
import { recorder, secret, type Strategy, type TestConfig } from "./config.js";
import type { Inbox } from "./inbox.js";
import { ask, follow } from "./mail-world.js";
import { backWithCode, begin, oidc } from "./oauth/journey.js";
import type { RogueProvider } from "./oauth/rogue.js";

/** Ways that prove nothing about the address, and ways that prove it. */
export type UnprovenWay = "unknown provider" | "provider that says no" | "passkey";
export type ProvenWay = "mail" | "vouching provider" | "linking provider";
export type Way = UnprovenWay | ProvenWay;

export const unprovenWays = ["unknown provider", "provider that says no", "passkey"] as const;
export const provenWays = ["mail", "vouching provider", "linking provider"] as const;

export const address = "owner@example.org";

const providerOf: Readonly<Partial<Record<Way, string>>> = {
  "unknown provider": "unknown",
  "provider that says no": "claims",
  "vouching provider": "vouching",
  "linking provider": "linking",
};

interface Options {
  readonly strategy: Strategy;
  readonly rogue: RogueProvider;
  readonly inbox: Inbox;
  readonly change?: (adapter: Required<Adapter>) => Adapter;
  readonly plugins?: TestConfig["plugins"];
}

/** An application that people can enter by all of these ways. */
export function addressWorld(options: Options) {
  const { strategy, rogue, inbox, change = (a) => a, plugins } = options;
  const log = recorder();
  const store = createMemoryStore();
  const unlinked: string[] = [];
  const config: TestConfig = {
    secret,
    trustHost: true,
    logger: log.logger,
    session: { strategy },
    plugins,
    experimental: { enableWebAuthn: true },
    adapter: change(MemoryAdapter(store)),
    events: { unlinkAccount: ({ account }) => void unlinked.push(account.provider) },
    providers: [
      Passkey(),
      Email({ server: inbox.server, from: "no-reply@acme.test", confirm: "never" }),
      oidc(rogue, { id: "unknown" }),
      oidc(rogue, { id: "claims", emailVerified: saysVerified }),
      oidc(rogue, { id: "vouching", emailVerified: true }),
      oidc(rogue, { id: "linking", allowDangerousEmailAccountLinking: true }),
    ],
  };
  const enter = async (person: Person, way: Way): Promise<Response> => {
    if (way === "passkey") return enterByPasskey(person);
    if (way === "mail") {
      await ask(person.browser, address);
      return follow(person.browser, inbox.newest().link);
    }
    const id = providerOf[way] ?? "";
    const claim = way === "provider that says no" ? { email_verified: false } : {};
    rogue.idToken = { claims: { sub: `${id}-person`, email: address, ...claim } };
    const request = await begin(person.browser, `signin/${id}`);
    const route = backWithCode(rogue, request).replace("callback/rogue", `callback/${id}`);
    return person.browser.get(route);
  };
  return { config, log, store, unlinked, enter, person: () => new Person(config) };
}

/** By the passkey that they have, or by a new one. */
function enterByPasskey(person: Person): Promise<Response> {
  return person.authenticator.credentials.length > 0
    ? person.authenticate()
    : person.register(address);
}

function saysVerified(profile: object): boolean {
  return Reflect.get(profile, "email_verified") === true;
}
