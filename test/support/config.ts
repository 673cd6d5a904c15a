import type { AuthConfig } from "latchkey";
import type { Adapter, AdapterUser } from "latchkey/adapters";
import { createMemoryStore, MemoryAdapter, type MemoryStore } from "latchkey/adapters/memory";
import Credentials from "latchkey/providers/credentials";
import type { LoggerInstance } from "latchkey/types";
import { Browser, type BrowserOptions } from "./client.js";

/**
 * What protects belongs to the secret, and stays as long as the process: so each test has its own, or
 * it would be refused what the one before it has used up.
 */
export let secret = freshSecret();
export function renewSecret(): void {
  secret = freshSecret();
}

function freshSecret(): string {
  return `a secret of the tests, long enough: ${crypto.randomUUID()}`;
}

/** Who is in the store and may sign in. */
export const ada = {
  id: "1",
  name: "Ada",
  email: "ada@example.org",
  image: "https://img.test/ada.png",
};
export const grace = {
  id: "2",
  name: "Grace",
  email: "grace@example.org",
  image: "https://img.test/grace.png",
};
export const password = "correct horse battery";

/** The form that `people` accepts. */
export const adasForm = { username: "ada", password };
export const gracesForm = { username: "grace", password };

export const people = Credentials({
  credentials: {
    username: { label: "Username" },
    password: { label: "Password", type: "password" },
  },
  authorize: (given) => {
    if (given["password"] !== password) return null;
    if (given["username"] === "ada") return ada;
    return given["username"] === "grace" ? grace : null;
  },
});

export interface LogEntry {
  readonly level: "error" | "warn" | "debug";
  readonly code: string;
  readonly message: readonly unknown[];
}

/** A logger that remembers. */
export interface Recorder {
  readonly logger: LoggerInstance;
  readonly entries: LogEntry[];
  codes(level: LogEntry["level"]): string[];
  /** The errors logged with this code. */
  errors(code: string): Error[];
}

export function recorder(): Recorder {
  const entries: LogEntry[] = [];
  const at =
    (level: LogEntry["level"]) =>
    (code: string, ...message: unknown[]): void => {
      entries.push({ level, code, message });
    };
  return {
    entries,
    logger: { error: at("error"), warn: at("warn"), debug: at("debug") },
    codes: (level) => entries.filter((entry) => entry.level === level).map(({ code }) => code),
    errors: (code) =>
      entries
        .filter((entry) => entry.level === "error" && entry.code === code)
        .flatMap(({ message }) => message.filter((item) => item instanceof Error)),
  };
}

/** A configuration for `Auth()` that gives a `Response`. */
export type TestConfig = Omit<AuthConfig, "raw">;

export type Strategy = "jwt" | "database";
export const strategies: readonly Strategy[] = ["jwt", "database"];

export interface World {
  readonly config: TestConfig;
  readonly log: Recorder;
  /** What is in the database; with the strategy `jwt` it isn't used. */
  readonly store: MemoryStore;
  readonly adapter: Required<Adapter>;
  /** A browser that nobody used before. */
  browser(options?: BrowserOptions): Browser;
}

export function storedUser(user: typeof ada): AdapterUser {
  return { ...user, emailVerified: null };
}

/** An application with Ada and Grace, and everything else as the test wants it. */
export function world(strategy: Strategy, overrides: Partial<TestConfig> = {}): World {
  const log = recorder();
  const store = createMemoryStore();
  for (const user of [ada, grace]) {
    store.users.set(user.id, storedUser(user));
    store.emails.set(user.email, user.id);
  }
  const adapter = MemoryAdapter(store);
  const config: TestConfig = {
    providers: [people],
    secret,
    trustHost: true,
    logger: log.logger,
    ...(strategy === "database" && { adapter }),
    ...overrides,
  };
  return { config, log, store, adapter, browser: (options) => new Browser(config, options) };
}
