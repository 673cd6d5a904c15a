import { InvalidProvider, type AuthError } from "../../core/errors/errors.js";
import type { Flow } from "../../core/flow.js";
import { actionPath } from "../../core/http/urls.js";
import { inEnglish } from "../../core/language/in-english.js";
import { provisionalSessions } from "../../core/provisional/sessions.js";
import { mergeOptions } from "../../core/values/merge.js";
import type { GuestConfig } from "../../types/guest.js";
import type { GuestSetup } from "./begin.js";
import { guestTexts } from "./texts.js";
import { guestUsers } from "./users.js";

const month = 30 * 24 * 60 * 60;
const longest = 366 * 24 * 60 * 60;

type Limits = Pick<GuestSetup, "id" | "maxAge" | "perClient">;

/** Users without an account. The flow proves nothing, so it never resolves to a verified user. */
export function guestFlow(given: GuestConfig): Flow {
  const provider = mergeOptions(given, given.options);
  const { id, name, maxAge = month, perClient = 20, move, remove } = provider;
  const problem = problemOf({ id, maxAge, perClient });
  return {
    id,
    name,
    // The wire type: clients that support credentials can begin as a guest.
    type: "credentials",
    leavesSite: false,
    finishNeedsCsrf: () => true,
    finish: {
      POST: async (context) =>
        (await import("./begin.js")).begin({ id, maxAge, perClient, remove }, context),
    },
    ...(problem && { problem }),
    adapterReason: "it stores guests until they sign in",
    adapterMethods: ["createUser", "getUser", "updateUser", "deleteUser"],
    check: async (store) =>
      (await import("../../core/config/flows/records-problem.js")).recordsProblem(store, {
        id,
        former: [],
        why: "stores guests",
      }),
    form: (site, { texts } = inEnglish) => ({
      kind: "plain",
      id,
      name,
      action: actionPath(site, "callback", id),
      label: texts("guest", guestTexts).button,
    }),
    endSessions: async (store, userId) =>
      (await import("./end-sessions.js")).endSessions(store, userId),
    provisional: provisionalSessions((deps) => guestUsers({ ...deps, id, maxAge, move, remove })),
  };
}

function problemOf({ id, maxAge, perClient }: Limits): AuthError | undefined {
  if (!Number.isInteger(maxAge) || maxAge < 60 || maxAge > longest) {
    return new InvalidProvider(
      `\`maxAge\` of the provider ${JSON.stringify(id)} must be a whole number of seconds, from 60 to a year.`,
    );
  }
  if (perClient === false || (Number.isInteger(perClient) && perClient > 0)) return undefined;
  return new InvalidProvider(
    `\`perClient\` of the provider ${JSON.stringify(id)} must be a whole number above 0, or false.`,
  );
}
