/** The services a test can ask for. */
export const serviceKinds = ["chromium", "postgres", "mysql", "redis", "pgbouncer"] as const;
export type ServiceKind = (typeof serviceKinds)[number];

/** Where a service is (a URL, for Chromium and PgBouncer a path), or why there is none. */
export type Located = { found: true; where: string } | { found: false; reason: string };

/** One kind of service: how to recognize a usable one, and how to get one. */
export interface Finder {
  /** The environment variable that names one. */
  variable: string;
  /** The places where one usually is. */
  usual: string[];
  /** Debian packages that bring its programs. */
  packages: string[];
  /** Whether the service at this place can be used by tests. */
  works(where: string): Promise<boolean>;
  /** Starts a private one from installed programs; undefined when they are missing. */
  start(): Promise<{ where: string; stop(): Promise<void> } | undefined>;
}
