import { createMemoryStore, MemoryAdapter, type MemoryStore } from "../../adapters/memory.js";
import type { Plugin, Route } from "../../core/plugin.js";
import { Auth } from "../../index.js";
import Credentials from "../../providers/credentials.js";
import { memoryState } from "../../state/memory.js";
import type { AuthConfig } from "../../types/config.js";
import type { Adapter } from "../../types/adapter.js";
import type { Language } from "../../types/language.js";
import { signInAs } from "../sign-in-as.js";
import type { Subject } from "./case.js";
import { withBigIntIds } from "./numeric-ids.js";
import { spiedOn, type Spied } from "./spied.js";
import { Visitor } from "./visitor.js";

/** In what an application can differ from others. */
export interface Variant {
  readonly strategy?: "jwt" | "database";
  readonly ids?: "bigint";
  /** The configuration, and all that is in it, is made anew for each request. */
  readonly perRequest?: boolean;
  readonly language?: Language;
  readonly jwt?: AuthConfig["jwt"];
  /** In which order the plugins stand. @default as they were given */
  readonly order?: "last" | "reversed";
  /** One more plugin. */
  readonly beside?: Plugin;
}

/** An application with the plugin in it. */
export interface World {
  readonly spied: Spied;
  readonly store: MemoryStore;
  /** Errors that were logged. */
  readonly errors: readonly Error[];
  visitor(): Visitor;
  /** A visitor who is signed in, also where the plugin lets nobody in. */
  signedIn(): Promise<Visitor>;
  /** The plugin's routes with an address for each. */
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

/** Makes the configuration, and all that is in it. */
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
