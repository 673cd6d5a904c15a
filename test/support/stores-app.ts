import { customFetch } from "latchkey";
import type { OAuth2Config } from "latchkey/providers";
import Credentials from "latchkey/providers/credentials";
import Email from "latchkey/providers/email";
import { Browser, location } from "./client.js";
import { recorder, secret, type Recorder, type TestConfig } from "./config.js";

/** Somebody with an account at a provider. */
export interface Visitor {
  readonly sub: string;
  readonly email?: string;
  readonly name?: string;
}

/**
 * A provider that answers without a network: the code it gives out says who has come, so that any
 * number of people can be under way at once.
 */
export function stubProvider(id: string, options: Partial<OAuth2Config> = {}): OAuth2Config {
  const origin = `https://${id}.test`;
  return {
    id,
    name: id,
    type: "oauth",
    clientId: "client-1",
    clientSecret: "secret-1",
    authorization: `${origin}/authorize?scope=basic`,
    token: `${origin}/token`,
    userinfo: `${origin}/userinfo`,
    profile: (person) => ({
      id: textOf(person, "sub") ?? "",
      email: textOf(person, "email") ?? null,
      name: textOf(person, "name") ?? null,
    }),
    [customFetch]: answer,
    ...options,
  };
}

async function answer(...args: Parameters<typeof fetch>): Promise<Response> {
  const request = new Request(...args);
  if (new URL(request.url).pathname === "/token") {
    const code = new URLSearchParams(await request.text()).get("code");
    return Response.json({ access_token: code, token_type: "bearer" });
  }
  const code = request.headers.get("authorization")?.replace(/^bearer /i, "") ?? "";
  const person: unknown = JSON.parse(Buffer.from(code, "base64url").toString());
  return Response.json(person);
}

/** Signs in at the provider `id` as this visitor. The last response. */
export async function viaProvider(browser: Browser, id: string, who: Visitor): Promise<Response> {
  return browser.get(await backFrom(browser, id, who));
}

/** Goes to the provider; the route by which it sends the visitor back. */
export async function backFrom(browser: Browser, id: string, who: Visitor): Promise<string> {
  const sent = new URL(location(await browser.submit(`signin/${id}`)));
  const code = Buffer.from(JSON.stringify(who)).toString("base64url");
  const params = new URLSearchParams({ code, state: sent.searchParams.get("state") ?? "" });
  return `callback/${id}?${params.toString()}`;
}

export interface Events {
  readonly created: string[];
  readonly linked: string[];
}

export interface App {
  readonly config: TestConfig;
  readonly log: Recorder;
  /** Links in the order in which they were sent, by address. */
  readonly links: Map<string, string[]>;
  readonly events: Events;
  browser(): Browser;
  /** The same application in a process of its own, which shares nothing but the store. */
  elsewhere(): Browser;
  /** Asks for a link. The newest one for this address. */
  ask(browser: Browser, email: string): Promise<string>;
}

/** An application with every flow that needs no browser, on this store. */
export function storeApp(
  adapter: NonNullable<TestConfig["adapter"]>,
  overrides: Partial<TestConfig> = {},
): App {
  const log = recorder();
  const links = new Map<string, string[]>();
  const events: Events = { created: [], linked: [] };
  const config: TestConfig = {
    adapter,
    secret,
    trustHost: true,
    logger: log.logger,
    providers: [
      Email({
        server: {
          sendMail: ({ to, text }: { to: string; text: string }) => {
            const link = /^https:\S+$/m.exec(text)?.[0] ?? "";
            links.set(to, [...(links.get(to) ?? []), link]);
            return Promise.resolve({});
          },
        },
        from: "no-reply@acme.test",
        confirm: "never",
      }),
      stubProvider("hub"),
      stubProvider("lab"),
      Credentials({
        credentials: { id: {}, email: {} },
        authorize: ({ id, email }) => ({ id: String(id), email: String(email) }),
      }),
    ],
    callbacks: {
      // With the strategy "jwt" there is a token, with "database" a user.
      session(params) {
        const { session } = params;
        const token = textOf(memberOf(params, "token"), "sub");
        const id = token ?? String(memberOf(memberOf(params, "user"), "id"));
        return { ...session, user: { ...session.user, id } };
      },
    },
    events: {
      createUser: ({ user }) => void events.created.push(String(user.id)),
      linkAccount: ({ account }) => void events.linked.push(account.provider),
    },
    ...overrides,
  };
  const newest = (email: string) => {
    const link = links.get(email)?.at(-1);
    if (link) return link;
    throw new Error(`No mail was sent to ${email}.`);
  };
  return {
    config,
    log,
    links,
    events,
    browser: () => new Browser(config),
    elsewhere: () => new Browser({ ...config }),
    async ask(browser, email) {
      await browser.submit("signin/email", { email });
      return newest(email);
    },
  };
}

/** Opens a link. */
export function open(browser: Browser, link: string): Promise<Response> {
  return browser.send(new Request(link));
}

/** The id of whoever is signed in; undefined when nobody is. */
export async function whoIs(browser: Browser): Promise<string | undefined> {
  return idIn(await browser.session());
}

function idIn(session: unknown): string | undefined {
  return textOf(memberOf(session, "user"), "id");
}

function textOf(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name);
  return typeof member === "string" ? member : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
