import { afterEach, expect, it, vi } from "vitest";
import type { Adapter } from "../../types/adapter.js";
import type { AuthConfig } from "../auth-config.js";
import { perConfig } from "./per-config.js";

afterEach(() => {
  vi.unstubAllEnvs();
});

/** What is made tells how many were made before it. */
function counting() {
  let made = 0;
  return perConfig((config: AuthConfig, { env }) => [made++, config.secret ?? env["AUTH_SECRET"]]);
}

const site = (more: Partial<AuthConfig> = {}): AuthConfig => ({
  providers: [],
  secret: "one",
  session: { maxAge: 60 },
  callbacks: { signIn: () => true },
  ...more,
});

it("copies share what was made of the object that they are copies of", () => {
  const [of, config] = [counting(), site()];
  const first = of(config);
  expect([of(config), of({ ...config }), of({ ...config })]).toEqual([first, first, first]);
  expect(first).toEqual([0, "one"]);
});

it.each<[string, (config: AuthConfig) => unknown]>([
  ["another secret", (config) => (config.secret = "two")],
  ["a member more", (config) => (config.debug = true)],
  ["a member less", (config) => delete config.session],
  ["another list of providers", (config) => (config.providers = [])],
  ["a provider more in the same list", ({ providers }) => Reflect.set(providers, 0, provider)],
  [
    "a callback replaced in place",
    ({ callbacks }) => callbacks && (callbacks.signIn = () => false),
  ],
  ["a setting changed in place", ({ session }) => session && (session.maxAge = 61)],
])("a copy with %s has its own", (_, change) => {
  const [of, config] = [counting(), site()];
  of(config);
  const copy = { ...config };
  change(copy);
  expect(of(copy)).toEqual([1, copy.secret]);
});

const provider = { id: "none", type: "credentials", name: "", credentials: {} } as const;

it("secrets replaced in place count, in whatever list they stand", () => {
  const secret = ["one"];
  const jwt = { secret: ["of sessions"] };
  const [of, config] = [counting(), site({ secret, jwt })];
  of(config);
  secret.unshift("newer");
  expect(of({ ...config })).toEqual([1, ["newer", "one"]]);
  jwt.secret.unshift("newer");
  expect(of({ ...config })).toEqual([2, ["newer", "one"]]);
  expect(of(config)[0]).toBe(2);
});

it("another adapter is another configuration; what an adapter holds is its own affair", () => {
  const adapter: Adapter & { rows: number[] } = { rows: [1] };
  const of = perConfig((config: AuthConfig) => ({ adapter: config.adapter }));
  const config = site({ adapter });
  const first = of(config);
  adapter.rows = [1, 2];
  expect(of({ ...config })).toBe(first);
  expect(of({ ...config, adapter: { ...adapter } })).not.toBe(first);
});

it("the same configuration in another environment has its own", () => {
  const [of, config] = [counting(), site()];
  delete config.secret;
  const env = { AUTH_SECRET: "of one site" };
  expect(of({ ...config }, { env })).toEqual([0, "of one site"]);
  expect(of({ ...config }, { env: { AUTH_SECRET: "of another" } })).toEqual([1, "of another"]);
  expect(of({ ...config }, { env: { ...env, OTHER: "never asked for" } })[0]).toBe(0);
  expect(of({ ...config }, { env, basePath: "/elsewhere" })[0]).toBe(2);
});

it("nothing that was made for trying out is used in production", () => {
  const [of, config] = [counting(), site()];
  vi.stubEnv("NODE_ENV", "development");
  of({ ...config });
  vi.stubEnv("NODE_ENV", "production");
  expect(of({ ...config })[0]).toBe(1);
});

it("an instance of a class may hold more than can be seen, and is never taken for a copy", () => {
  class Site {
    readonly providers = providers;
    readonly #secret: string;
    constructor(secret: string) {
      this.#secret = secret;
    }
    get secret(): string {
      return this.#secret;
    }
  }
  const providers: AuthConfig["providers"] = [];
  const of = counting();
  expect([of(new Site("one")), of(new Site("one"))]).toEqual([
    [0, "one"],
    [1, "one"],
  ]);
});

it("of many sites with one list of providers some are remembered, and all are right", () => {
  const [of, config] = [counting(), site()];
  const secrets = Array.from({ length: 20 }, (_, index) => `of site ${index}`);
  const told = [...secrets, ...secrets].map((secret) => of({ ...config, secret })[1]);
  expect(told).toEqual([...secrets, ...secrets]);
  expect(of({ ...config, secret: "of site 19" })[0]).toBe(39);
});
