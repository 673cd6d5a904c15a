import type { Plugin } from "latchkey/plugin";
import { accountPage } from "latchkey/plugins/account-page";
import { adminPages, type AdminOptions } from "latchkey/plugins/admin";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { twoFactor } from "latchkey/plugins/two-factor";
import Nodemailer from "latchkey/providers/nodemailer";
import { memoryState } from "latchkey/state/memory";
import { adminWorld } from "./admin-world.js";
import { people, type Strategy, type TestConfig } from "./config.js";
import type { Inbox, ReceivedMail } from "./inbox.js";

export interface AdminPagesOptions {
  readonly plugin?: Partial<AdminOptions>;
  /** Instead of two factors that nobody has to have. */
  readonly with?: readonly Plugin[];
  readonly overrides?: Partial<TestConfig>;
}

/** An application that Ada administers on the built-in pages, with all that they can do. */
export function adminPagesWorld(
  inbox: Pick<Inbox, "server">,
  strategy: Strategy,
  { plugin = {}, with: others = [twoFactor()], overrides = {} }: AdminPagesOptions = {},
) {
  const mailer = Nodemailer({ server: inbox.server, from: "Acme <no-reply@acme.test>" });
  const made = adminWorld(strategy, {
    plugin: { pages: adminPages(), invitations: {}, impersonation: {}, ...plugin },
    with: [accountPage(), sessionRegistry({ within: 0 }), ...others],
    overrides: {
      url: "https://app.test",
      sharedState: memoryState(),
      providers: [people, mailer],
      ...overrides,
    },
  });
  const rows = (table: string) =>
    [...made.store.records.values()].filter((kept) => kept.table.name === table).length;
  return { ...made, rows };
}

/** The route of a mail's link, below the base path. */
export const routeOf = ({ link }: Pick<ReceivedMail, "link">): string =>
  `${link.pathname}${link.search}`.replace("/auth/", "");

export const tokenOf = ({ link }: Pick<ReceivedMail, "link">): string =>
  link.searchParams.get("token") ?? "";
