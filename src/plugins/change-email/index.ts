import { definePlugin } from "../../core/engine/define-plugin.js";
import { InvalidConfiguration, MissingAdapterMethods } from "../../core/errors/errors.js";
import type { Plugin, Route } from "../../core/plugin.js";
import { partsOf } from "../../core/plugins/runtime.js";
import type { Untyped } from "../../types/common.js";
import { assertOptions, type ChangeEmailDeps, type ChangeEmailOptions } from "./options.js";
import { formerAddresses, pendingChanges, storedOf } from "./table.js";

export type { ChangeEmailOptions } from "./options.js";

/**
 * Lets users change their email address. They confirm the new one with a link, and the old one gets
 * a link to undo it.
 *
 * ```ts
 * const config: AuthConfig = {
 *   providers: [GitHub, Resend({ from: "no-reply@acme.example" })],
 *   adapter,
 *   plugins: [accountPage(), changeEmail()],
 * };
 * ```
 */
export function changeEmail<Columns = Untyped>(
  options: ChangeEmailOptions<Columns> = {},
): Plugin<"change-email"> {
  return definePlugin({
    name: "change-email",
    needs: { records: "stores changes until they are confirmed", proof: true },
    tables: [pendingChanges, formerAddresses],
    create(app) {
      assertOptions(options);
      return {
        async check(runtime) {
          const missing = (await runtime.store?.missing(["getUser", "updateUser"])) ?? [];
          if (missing.length > 0) {
            return new MissingAdapterMethods(
              `The adapter lacks ${missing.join(", ")}, which the plugin "change-email" needs. Complete it with \`extend\`.`,
            );
          }
          const { mailerOf } = await import("./mail.js");
          return mailerOf(options, partsOf(runtime).flows.values()) ? undefined : noMailer();
        },
        routes: routesWith({ options, app }),
        users: { export: ({ records }, userId) => storedOf(records, userId) },
        account: async (context, user) => (await import("./section.js")).section(context, user),
        eventTexts: async (context) =>
          (await context.texts((await import("./texts.js")).changeEmailTexts)).events,
      };
    },
  });
}

const load = () => import("./routes.js");

function routesWith(deps: ChangeEmailDeps): Readonly<Record<string, Route>> {
  return {
    "change-email": {
      GET: async (context) => (await load()).showForm(context),
      POST: async (context) => (await load()).begin(context, deps),
      page: true,
      who: "proof",
    },
    "change-email/cancel": {
      POST: async (context) => (await load()).cancel(context),
      page: true,
      who: "session",
    },
    "change-email/confirm": {
      GET: async (context) => (await load()).askToConfirm(context),
      POST: async (context) => (await load()).confirm(context, deps),
      page: true,
    },
    "change-email/undo": {
      GET: async (context) => (await load()).askToUndo(context),
      POST: async (context) => (await load()).undo(context),
      page: true,
    },
  };
}

function noMailer(): InvalidConfiguration {
  return new InvalidConfiguration(
    'The plugin "change-email" sends mails, and no provider does. Add one, such as `Nodemailer()`, to `providers`, or pass it: `changeEmail({ email: Nodemailer({ … }) })`. A mailer of your own needs a `sendNotice` function.',
  );
}
