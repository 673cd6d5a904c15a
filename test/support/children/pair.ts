import { connect, migrate } from "latchkey/adapters/sql";
import { admin } from "latchkey/plugins/admin";
import { changeEmail } from "latchkey/plugins/change-email";
import { twoFactor } from "latchkey/plugins/two-factor";
import { afterAll, beforeAll } from "vitest";
import { startChild, type Child } from "../children.js";
import { Browser } from "../client.js";
import { secret, type Strategy, type TestConfig } from "../config.js";
import type { Inbox } from "../inbox.js";
import type { RogueProvider } from "../oauth/rogue.js";
import { freshMysql, freshPostgres, freshRedisPrefix } from "../services.js";
import { basePathOf, siteOfChildren, type Plan, type SessionPlan } from "./plan.js";

/** A store that several processes can use at once, on the real thing. */
export type SharedStore = readonly [name: string, skip: boolean, store: Plan["store"]];

/** To be called at the top level of a test file. */
export async function sharedStores(): Promise<readonly SharedStore[]> {
  const [postgres, mysql] = [await freshPostgres(), await freshMysql()];
  const redis = await freshRedisPrefix();
  return [
    ["PostgreSQL", postgres.skip, { kind: "sql", url: postgres.url }],
    ["MariaDB", mysql.skip, { kind: "sql", url: mysql.url }],
    ["Redis", redis.skip, { kind: "redis", url: redis.url, prefix: redis.prefix }],
  ];
}

export interface PairOptions {
  readonly skip: boolean;
  readonly store: Plan["store"];
  readonly inbox: Inbox;
  readonly rogue: RogueProvider;
  /** Of each process. */
  readonly sessions: readonly (SessionPlan | undefined)[];
  /** People can have a second step. @default false */
  readonly secondStep?: boolean;
  /** They can change their address. @default false */
  readonly changesEmail?: boolean;
  /** Whoever has an address that begins with "admin" administers the others. @default false */
  readonly administered?: boolean;
}

/** Processes of one application, from before the first test of a block until after its last one. */
export class Processes {
  readonly children: Child[] = [];

  constructor({ skip, store, inbox, rogue, sessions, ...features }: PairOptions) {
    beforeAll(async () => {
      if (skip) return;
      await makeTables(store, features);
      const plan: Plan = { store, secret, issuer: rogue.issuer, mail: inbox.server, ...features };
      for (const session of sessions) {
        this.children.push(await startChild({ ...plan, ...(session && { session }) }));
      }
    });
    afterAll(async () => {
      for (const child of this.children) await child.stop();
    });
  }

  /** Counted round. */
  at(index: number): Child {
    const child = this.children[index % this.children.length];
    if (child) return child;
    throw new Error("No process was started.");
  }

  /** A browser that comes to one of them. */
  browser(strategy: Strategy, index = 0): Browser {
    const basePath = basePathOf(strategy);
    return new Browser(nothing, {
      ...{ origin: siteOfChildren, basePath, auth: this.at(index).answer },
    });
  }
}

/** The configuration is that of the processes. */
export const nothing: TestConfig = { providers: [] };

async function makeTables(
  store: Plan["store"],
  features: Pick<PairOptions, "secondStep" | "changesEmail" | "administered">,
): Promise<void> {
  if (store.kind !== "sql") return;
  const db = await connect(store.url);
  const { secondStep, changesEmail, administered } = features;
  const administration = admin({
    ...{ mayAdminister: () => false, impersonation: {}, invitations: {} },
  });
  await migrate(db, {
    plugins: [
      ...(secondStep ? [twoFactor()] : []),
      ...(changesEmail ? [changeEmail()] : []),
      ...(administered ? [administration] : []),
    ],
  });
  await db.destroy();
}
