import { createMemoryStore, MemoryAdapter, type MemoryStore } from "../../adapters/memory/index.js";
import type { AuthConfig } from "../../core/auth-config.js";
import type { Plugin, Route } from "../../core/plugin.js";
import { memoryState } from "../../core/state/memory.js";
import { Auth } from "../../doors/index.js";
import Credentials from "../../providers/credentials.js";
import type { Adapter } from "../../types/adapter.js";
import type { Language } from "../../types/language.js";
import { signInAs } from "../sign-in-as.js";
import type { Subject } from "./case.js";
import { spiedOn, type Spied } from "./spied.js";
import { Visitor } from "./visitor.js";
import { isRecord } from "../../core/values/json.js";

/** The variations of an application. */
export interface Variant {
  readonly strategy?: "jwt" | "database";
  readonly ids?: "bigint";
  /** Creates the configuration and everything in it again for each request. */
  readonly perRequest?: boolean;
  readonly language?: Language;
  readonly jwt?: AuthConfig["jwt"];
  /** The order of the plugins. @default as given */
  readonly order?: "last" | "reversed";
  /** One more plugin. */
  readonly beside?: Plugin;
}

/** An application with the plugin. */
export interface World {
  readonly spied: Spied;
  readonly store: MemoryStore;
  /** Errors that were logged. */
  readonly errors: readonly Error[];
  visitor(): Visitor;
  /** A signed-in visitor, even if the plugin lets nobody sign in. */
  signedIn(): Promise<Visitor>;
  /** The plugin's routes, with a URL for each. */
  routes(): Promise<readonly RouteAt[]>;
}

export interface RouteAt {
  readonly name: string;
  readonly path: string;
  readonly route: Route;
}

export const origin = "https://app.example";
export const person = { id: "1", name: "Ada", email: "ada@example.com" };

export function worldOf({ plugin, options }: Subject, variant: Variant = {}): World {
  const spied = spiedOn(plugin);
  const store = createMemoryStore();
  store.users.set(person.id, { ...person, emailVerified: new Date(0) });
  store.emails.set(person.email, person.id);
  const errors: Error[] = [];
  const config = configMaker(options, variant, { store, errors, plugin: spied.plugin });
  const kept = config();
  const answer = (request: Request) => Auth(request, variant.perRequest ? config() : kept);
  const visitor = () => new Visitor(answer);
  return {
    spied,
    store,
    errors,
    visitor,
    async signedIn() {
      const ours = visitor();
      await ours.signIn(person.id);
      if ((await ours.session()) === null) {
        const { cookies } = await signInAs(kept, person, { origin });
        for (const { name, value } of cookies) ours.keep(name, value);
      }
      return ours;
    },
    async routes() {
      await visitor().get("providers");
      return Object.entries(spied.hooks().routes ?? {}).map(([name, route]) => ({
        name,
        route,
        path: name.replace(/\{\w+\}$/, "example"),
      }));
    },
  };
}

interface Parts {
  readonly store: MemoryStore;
  readonly errors: Error[];
  readonly plugin: Plugin;
}

type Config = Omit<AuthConfig, "raw">;

/** Creates the configuration and everything in it. */
function configMaker(
  { config = {}, with: others = [] }: Subject["options"],
  variant: Variant,
  { store, errors, plugin }: Parts,
): () => Config {
  const secret = `a secret of a suite: ${crypto.randomUUID()}`;
  const sharedState = memoryState();
  const logger = {
    error: (_: string, ...more: readonly unknown[]) =>
      void errors.push(...more.filter((one) => one instanceof Error)),
    warn: () => undefined,
    debug: () => undefined,
  };
  const plugins = inOrder(
    [plugin, ...others, ...(variant.beside ? [variant.beside] : [])],
    variant,
  );
  return () => ({
    secret,
    trustHost: true,
    sharedState,
    ...config,
    logger,
    adapter: adapterOn(store, variant),
    providers: [signInById(), ...(config.providers ?? [])],
    session: { ...config.session, strategy: variant.strategy ?? "jwt" },
    plugins: [...plugins],
    ...(variant.language && { languages: [variant.language], locale: variant.language.tag }),
    ...(variant.jwt && { jwt: { ...config.jwt, ...variant.jwt } }),
  });
}

function inOrder(plugins: readonly Plugin[], { order }: Variant): readonly Plugin[] {
  if (order === "reversed") return plugins.toReversed();
  const [first, ...others] = plugins;
  return order === "last" && first ? [...others, first] : plugins;
}

function adapterOn(store: MemoryStore, { ids }: Variant): Adapter {
  const adapter: Adapter = MemoryAdapter(store);
  return ids === "bigint" ? withBigIntIds(adapter) : adapter;
}

function signInById() {
  return Credentials({
    credentials: { id: {} },
    authorize: ({ id }) => (id === person.id ? person : null),
  });
}

/** The same store with big integers as user ids, as with `BIGINT` columns. */
function withBigIntIds(adapter: Adapter): Adapter {
  return new Proxy(adapter, {
    get(target, name): unknown {
      const member: unknown = Reflect.get(target, name);
      if (name === "transaction") return (work: Work) => target.transaction?.(numberedIn(work));
      if (typeof member !== "function") return member;
      return async (...given: readonly unknown[]) =>
        numbered(await Promise.resolve(Reflect.apply(member, target, given.map(texted))));
    },
  });
}

type Work = (adapter: Adapter) => Promise<unknown>;

const numberedIn =
  (work: Work): Work =>
  (adapter) =>
    work(withBigIntIds(adapter));

function texted(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map(texted);
  return isPlain(value) ? mapped(value, (one) => texted(one)) : value;
}

function numbered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(numbered);
  if (!isPlain(value)) return value;
  return mapped(value, (one, name) =>
    (name === "id" || name === "userId") && typeof one === "string" && /^\d+$/.test(one)
      ? BigInt(one)
      : numbered(one),
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && Object.getPrototypeOf(value) === Object.prototype;
}

function mapped(
  row: Readonly<Record<string, unknown>>,
  map: (value: unknown, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, map(value, name)]));
}
