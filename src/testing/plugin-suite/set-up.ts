import { asError } from "../../core/errors/as-error.js";
import type { PluginHooks, Route, SignInHooks } from "../../core/plugin.js";
import type { SessionHooks } from "../../types/session-hooks.js";
import { define, type CaseMaker } from "./case.js";
import { causeOf, worldOf, type World } from "./world.js";

/** The names in the contract. */
const known = {
  hooks: {
    check: true,
    store: true,
    routes: true,
    signIn: true,
    session: true,
    identify: true,
    origins: true,
    registry: true,
    signOut: true,
    observe: true,
    measure: true,
    users: true,
    account: true,
    eventTexts: true,
    takesTwoFactors: true,
    wrapSessions: true,
    olderSecrets: true,
    examine: true,
  } satisfies Record<keyof PluginHooks, true>,
  signIn: {
    policy: true,
    prove: true,
    ask: true,
    refused: true,
    passkey: true,
    started: true,
    next: true,
  } satisfies Record<keyof SignInHooks, true>,
  session: {
    issue: true,
    issued: true,
    check: true,
    checkNow: true,
    endsBy: true,
    read: true,
    end: true,
    endAll: true,
  } satisfies Record<keyof SessionHooks, true>,
  route: {
    GET: true,
    POST: true,
    page: true,
    unsafeGet: true,
    from: true,
    who: true,
  } satisfies Record<keyof Route, true>,
};

function unknownIn(part: keyof typeof known, given: object | undefined): readonly string[] {
  return Object.keys(given ?? {})
    .filter((name) => !Object.hasOwn(known[part], name))
    .map((name) => `it has \`${part === "hooks" ? "" : `${part}.`}${name}\`, which nothing calls`);
}

/** Runs something that needs the whole configuration. */
async function problemsOf(world: World): Promise<readonly string[]> {
  const { status } = await world.visitor().get("providers");
  return status < 500 ? [] : [`the configuration isn't valid: ${causeOf(world.errors.at(-1))}`];
}

const many = 100;

export const setUpCases: readonly CaseMaker[] = [
  define("a configuration accepts its name, tables and routes", (subject) =>
    problemsOf(worldOf(subject)),
  ),

  define("`create` returns hooks at once, and only those that there are", async (subject) => {
    const world = worldOf(subject);
    const problems = await problemsOf(world);
    const { routes = {}, signIn, session, ...others } = world.spied.hooks();
    return [
      ...problems,
      ...unknownIn("hooks", others),
      ...unknownIn("signIn", signIn),
      ...unknownIn("session", session),
      ...Object.values(routes).flatMap((route) => unknownIn("route", route)),
    ];
  }),

  define("`create` does no I/O", async (subject) => {
    const world = worldOf(subject);
    return [...(await problemsOf(world)), ...world.spied.io];
  }),

  define("`create` can run for each request, and returns the same each time", async (subject) => {
    const world = worldOf(subject, { perRequest: true });
    const problems = [...(await problemsOf(world))];
    const namesOf = ({ routes = {}, ...others }: PluginHooks) =>
      [...Object.keys(routes), ...Object.keys(others)].toSorted().join(", ");
    const first = namesOf(world.spied.hooks());
    const began = performance.now();
    for (let time = 0; time < many && problems.length === 0; time += 1) {
      problems.push(...(await problemsOf(world)));
      const now = namesOf(world.spied.hooks());
      if (now !== first) problems.push(`\`create\` returned ${first}, and later ${now}`);
    }
    const each = Math.round((performance.now() - began) / many);
    if (each > 50) problems.push(`a request takes ${each} ms when \`create\` runs for each`);
    return problems;
  }),

  define("`check` and `examine` can run at any time", async (subject) => {
    const world = worldOf(subject);
    const problems = [...(await problemsOf(world))];
    const runtime = problems.length === 0 ? await world.spied.runtime() : undefined;
    for (const name of ["check", "examine"] as const) {
      try {
        if (runtime) await world.spied.hooks()[name]?.(runtime);
      } catch (error) {
        problems.push(`\`${name}\` fails: ${asError(error).message}`);
      }
    }
    return problems;
  }),
];
