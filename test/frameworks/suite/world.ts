import { onTestFinished, vi } from "vitest";
import type { Adapter } from "latchkey/adapters";
import Email from "latchkey/providers/email";
import { world, people, type Strategy, type TestConfig } from "../../support/config.js";
import type { Inbox } from "../../support/inbox.js";
import type { OpenIdServer } from "../../support/oauth/openid.js";
import { Visitor, type VisitorOptions } from "../../support/visitor.js";
import type { AppPlan, FrameworkHost } from "./host.js";

/** What all tests of one framework share. */
export interface Surroundings {
  readonly host: FrameworkHost;
  readonly inbox: Inbox;
  readonly openid: OpenIdServer;
}

/** The site's host, whichever port the server listens on. */
export const siteHost = "app.test";
export const site = `http://${siteHost}`;
/** Where the suite's applications may be called back. */
export const callbacks = ["/auth", "/shop/login"].map((path) => `${site}${path}/callback/op`);

export interface Setting {
  readonly strategy: Strategy;
  readonly config?: Partial<TestConfig>;
  readonly plan?: Omit<AppPlan, "config">;
  /** Changes what the adapter does. */
  readonly adapt?: (adapter: Required<Adapter>) => Adapter | (() => Adapter);
}

/** An application with all three ways to sign in, listening, and a browser in front of it. */
export async function open({ host, inbox, openid }: Surroundings, setting: Setting) {
  const { strategy, config = {}, plan = {}, adapt = (adapter) => adapter } = setting;
  const made = world(strategy, { session: { strategy } });
  const complete: TestConfig = {
    ...made.config,
    adapter: adapt(made.adapter),
    providers: [
      people,
      Email({ server: inbox.server, from: "no-reply@acme.test" }),
      {
        id: "op",
        name: "Provider",
        type: "oidc",
        issuer: openid.issuer,
        clientId: "client-1",
        clientSecret: "a secret that both of them know: 5f1a",
      },
    ],
    ...config,
  };
  const origin = await host.serve({ ...plan, config: complete });
  // Browsers say where a form comes from, and some frameworks insist on it.
  const headers = { host: siteHost, origin: site };
  const visitor = (options: VisitorOptions = {}) => new Visitor(origin, { headers, ...options });
  return { ...made, origin, visitor };
}

/** The path and query of an address of the site. */
export function pathIn(address: string | URL | undefined): string {
  const { origin, pathname, search } = new URL(address ?? "about:blank", site);
  if (origin !== site) throw new Error(`Not on the site: ${origin}.`);
  return pathname + search;
}

/** Frameworks print the errors that reach them. */
export function hushConsole(): void {
  const printing = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => void printing.mockRestore());
}
