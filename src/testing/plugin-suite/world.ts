import { createMemoryStore, MemoryAdapter, type MemoryStore } from "../../adapters/memory/index.js";
import type { AuthConfig } from "../../core/auth-config.js";
import type { Plugin, Route } from "../../core/plugin.js";
import { memoryState } from "../../core/state/memory.js";
import { isRecord } from "../../core/values/json.js";
import { Auth } from "../../doors/index.js";
import Credentials from "../../providers/credentials.js";
import type { Adapter } from "../../types/adapter.js";
import type { Language } from "../../types/language.js";
import { signInAs } from "../sign-in-as.js";
import type { Subject } from "./case.js";
import { spiedOn, type Spied } from "./spied.js";
import { Visitor } from "./visitor.js";

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

/** Returns what creates the configuration and everything in it. */
function configMaker(
  { config = {}, with: others = [] }: Subject["options"],
  variant: Variant,
  { store, errors, plugin }: { store: MemoryStore; errors: Error[]; plugin: Plugin },
): () => Omit<AuthConfig, "raw"> {
  const secret = `a secret of a suite: ${crypto.randomUUID()}`;
  const sharedState = memoryState();
  const logger = {
    error: (_: string, ...more: readonly unknown[]) =>
      void errors.push(...more.filter((one) => one instanceof Error)),
    warn: () => undefined,
    debug: () => undefined,
  };
  const more = [...others, ...(variant.beside ? [variant.beside] : [])];
  const plugins = variant.order === "last" ? [...more, plugin] : [plugin, ...more];
  return () => ({
    secret,
    trustHost: true,
    sharedState,
    ...config,
    logger,
    adapter: variant.ids === "bigint" ? withBigIntIds(MemoryAdapter(store)) : MemoryAdapter(store),
    providers: [
      Credentials({
        credentials: { id: {} },
        authorize: ({ id }) => (id === person.id ? person : null),
      }),
      ...(config.providers ?? []),
    ],
    session: { ...config.session, strategy: variant.strategy ?? "jwt" },
    plugins: variant.order === "reversed" ? plugins.toReversed() : [...plugins],
    ...(variant.language && { languages: [variant.language], locale: variant.language.tag }),
    ...(variant.jwt && { jwt: { ...config.jwt, ...variant.jwt } }),
  });
}

/** The same store with big integers as user ids, as with `BIGINT` columns. */
function withBigIntIds(adapter: Adapter): Adapter {
  return new Proxy(adapter, {
    get(target, name): unknown {
      const member: unknown = Reflect.get(target, name);
      if (name === "transaction") {
        return (work: (adapter: Adapter) => Promise<unknown>) =>
          target.transaction?.((inside) => work(withBigIntIds(inside)));
      }
      if (typeof member !== "function") return member;
      return async (...given: readonly unknown[]) =>
        numbered(await Promise.resolve(Reflect.apply(member, target, given.map(texted))));
    },
  });
}

function texted(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  return mapped(value, texted);
}

function numbered(value: unknown): unknown {
  return mapped(value, (one, name) =>
    (name === "id" || name === "userId") && typeof one === "string" && /^\d+$/.test(one)
      ? BigInt(one)
      : numbered(one),
  );
}

/** The elements of a list or the members of a plain object, mapped; any other value as it is. */
function mapped(value: unknown, map: (value: unknown, name?: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => map(one));
  if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, map(one, name)]));
}

/** The problem with a response, if it is the server's fault, with the logged cause. */
export function crashOf(what: string, response: Response, { errors }: World): readonly string[] {
  const to = response.headers.get("location") ?? "";
  const isBlamed = /[?&]error=Configuration\b/.test(to);
  if (response.status < 500 && !isBlamed) return [];
  const answered = isBlamed ? "leads to the error page" : `answers ${response.status}`;
  return [`${what} ${answered}. ${causeOf(errors.at(-1))}`];
}

/** The innermost error. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const { cause } = error;
  const inner: unknown = cause instanceof Error ? cause : isRecord(cause) && cause["err"];
  return inner ? causeOf(inner) : `${error.name}: ${error.message}`;
}
