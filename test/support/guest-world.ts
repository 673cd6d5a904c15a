import type { Adapter } from "latchkey/adapters";
import { createMemoryStore, MemoryAdapter, type MemoryStore } from "latchkey/adapters/memory";
import { apiKeys } from "latchkey/plugins/api-keys";
import { accountPage } from "latchkey/plugins/account-page";
import { audit, type AuditEvent } from "latchkey/plugins/audit";
import { changeEmail } from "latchkey/plugins/change-email";
import { twoFactor } from "latchkey/plugins/two-factor";
import Guest, { type GuestMove, type GuestUserConfig } from "latchkey/providers/guest";
import Nodemailer from "latchkey/providers/nodemailer";
import Passkey from "latchkey/providers/passkey";
import { memoryState } from "latchkey/state/memory";
import { captureMail, scriptedProvider } from "latchkey/testing";
import GitHub from "latchkey/providers/github";
import Google from "latchkey/providers/google";
import { engineFor } from "../../src/doors/engine.js";
import { Browser, location } from "./client.js";
import { recorder, secret, type Strategy, type TestConfig } from "./config.js";

export interface GuestWorldOptions {
  readonly guest?: GuestUserConfig;
  readonly overrides?: Partial<TestConfig>;
  /** The adapter instead of the one in memory. */
  readonly adapter?: Adapter;
  /** Makes the one in memory worse. */
  readonly change?: (adapter: Required<Adapter>) => Adapter;
}

/** A shop that people use as guests, and sign in to with a link or a code from a mail. */
export function guestWorld(strategy: Strategy, options: GuestWorldOptions = {}) {
  const { guest = {}, change = (same) => same, overrides = {} } = options;
  const store: MemoryStore = createMemoryStore();
  const adapter = options.adapter ?? change(MemoryAdapter(store));
  const log = recorder();
  const mail = captureMail();
  const [moved, events, told]: [GuestMove[], string[], AuditEvent[]] = [[], [], []];
  const [google, github] = [scriptedProvider(Google), scriptedProvider(GitHub)];
  const mailer = mail.from(Nodemailer({ server: "smtp://127.0.0.1:9" }));
  const config: TestConfig = {
    providers: [
      google.provider,
      github.provider,
      mailer,
      Passkey,
      Guest({ move: (one) => void moved.push(one), ...guest }),
    ],
    secret,
    trustHost: true,
    logger: log.logger,
    adapter,
    session: { strategy },
    sharedState: memoryState(),
    plugins: [
      accountPage(),
      apiKeys({ scopes: { "posts:read": "Read your posts" } }),
      changeEmail(),
      twoFactor(),
      audit((event) => {
        events.push(event.type);
        told.push(event);
      }),
    ],
    ...overrides,
  };
  const browser = () => new Browser(config);
  const userOf = async (id: string) => (await adapter.getUser?.(id)) ?? null;
  /** The person with this id signs in at Google, up to the way back. */
  const atGoogle = async (visitor: Browser, sub: string) => {
    const claims = { sub, name: sub, email: `${sub}@example.com`, email_verified: true };
    return google.accept(location(await visitor.submit("signin/google")), claims);
  };
  /** And back. */
  const signIn = async (visitor: Browser, sub: string) =>
    location(await visitor.send(new Request(await atGoogle(visitor, sub))));
  return {
    ...{ config, store, adapter, log, mail, moved, events, told, browser },
    atGoogle,
    userOf,
    signIn,
    github,
  };
}

export type GuestWorld = ReturnType<typeof guestWorld>;

/** What the server reads of a browser's session: with the user's id. */
export async function sessionOf({ config }: Pick<GuestWorld, "config">, browser: Browser) {
  const cookie = browser.cookieHeader("/");
  return (await engineFor(config).readSession({ cookie }, browser.origin, { withId: true }))
    .session;
}

/** A browser with a guest, and the guest's id. */
export async function arrive(world: Pick<GuestWorld, "browser" | "store">) {
  const known = new Set(world.store.users.keys());
  const browser = world.browser();
  await browser.submit("callback/guest");
  const [id = ""] = [...world.store.users.keys()].filter((one) => !known.has(one));
  return { browser, id };
}
