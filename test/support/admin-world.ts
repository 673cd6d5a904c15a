import type { Plugin } from "latchkey/plugin";
import { admin, type AdminOptions } from "latchkey/plugins/admin";
import { audit, type AuditEvent } from "latchkey/plugins/audit";
import type { Browser } from "./client.js";
import { ada, adasForm, gracesForm, world, type Strategy, type TestConfig } from "./config.js";

export interface AdminWorldOptions {
  readonly plugin?: Partial<AdminOptions>;
  readonly with?: readonly Plugin[];
  readonly overrides?: Partial<TestConfig>;
}

/** An application that Ada administers, and what was audited. */
export function adminWorld(strategy: Strategy, options: AdminWorldOptions = {}) {
  const { plugin = {}, with: others = [], overrides = {} } = options;
  const events: AuditEvent[] = [];
  const first = world(strategy);
  const made = world(strategy, {
    session: { strategy },
    adapter: first.adapter,
    ...overrides,
    plugins: [
      admin({ mayAdminister: ({ id }) => id === ada.id, ...plugin }),
      audit((event) => void events.push(event)),
      ...others,
    ],
  });
  const signedIn = async (form: Readonly<Record<string, string>>): Promise<Browser> => {
    const browser = made.browser();
    await browser.signIn(form);
    return browser;
  };
  return {
    ...made,
    ...{ store: first.store, adapter: first.adapter },
    acts: admin.of(made.config),
    /** What Ada does. */
    adas: admin.of(made.config).as(ada.id),
    told: () => events.filter(({ type }) => type.startsWith("admin.")),
    events,
    ada: () => signedIn(adasForm),
    grace: () => signedIn(gracesForm),
  };
}
