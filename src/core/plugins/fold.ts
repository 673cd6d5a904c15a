import type { Credential } from "../../types/identity.js";
import type { SessionRegistry } from "../../types/session-hooks.js";
import { asError } from "../errors/as-error.js";
import { AuthError, InvalidConfiguration } from "../errors/errors.js";
import { crossOriginHeaders } from "../http/cross-origin.js";
import { isCorePath } from "../http/own-routes.js";
import type { App, Plugin, PluginHooks, SignInHooks } from "../plugin.js";
import { foldSessionHooks } from "../sessions/hooks.js";
import { identifiedSessions } from "../sessions/identified.js";
import { isRecord } from "../values/json.js";
import { pluginLine } from "../values/plugin-line.js";
import {
  noPlugins,
  type Bound,
  type BoundRoute,
  type BoundStage,
  type Hook,
  type IdentifySessions,
  type Plugins,
  type SignInHook,
} from "./folded.js";

/** Sets up the plugins of a configuration, with one list per hook. Their order in the configuration never matters. */
export function foldPlugins(given: unknown, appFor: (name: string) => App): Plugins {
  if (!isPlugins(given)) return { ...noPlugins, problem: shapeProblem(given) };
  const problem = nameProblem(given) ?? needsProblem(given);
  if (problem) return { ...noPlugins, problem };
  try {
    return fold(given.toSorted(byName).map((plugin) => make(plugin, appFor(plugin.name))));
  } catch (error) {
    return { ...noPlugins, problem: asAuthError(error) };
  }
}

interface Made extends Bound {
  readonly hooks: PluginHooks;
}

function make(plugin: Plugin, app: App): Made {
  const hooks: unknown = create(plugin, app);
  if (typeof hooks === "object" && hooks !== null && !("then" in hooks)) {
    return { plugin, app, hooks };
  }
  throw new InvalidConfiguration(
    `\`create\` of the plugin ${JSON.stringify(plugin.name)} must return an object of hooks synchronously. It returned ${describe(hooks)}. Load anything slow when a hook is first called.`,
  );
}

function create(plugin: Plugin, app: App): PluginHooks {
  try {
    return plugin.create(app);
  } catch (error) {
    if (error instanceof AuthError) throw error;
    const err = asError(error);
    throw new InvalidConfiguration(
      `The plugin ${JSON.stringify(plugin.name)} couldn't be set up: ${err.message}`,
      { err },
    );
  }
}

function fold(made: readonly Made[]): Plugins {
  const routes = routesOf(made);
  return {
    names: new Set(made.map(({ plugin }) => plugin.name)),
    needs: made,
    tables: made.some(({ plugin }) => needsRecords(plugin) !== undefined)
      ? made.flatMap(({ plugin }) => plugin.tables ?? [])
      : null,
    routes: routes.size > 0 ? routes : null,
    paths: routes.size > 0 ? pathsOf(routes) : undefined,
    stages: orNull(stagesOf(made)),
    refused: signInHooksOf(made, "refused"),
    passkey: signInHooksOf(made, "passkey"),
    started: signInHooksOf(made, "started"),
    next: signInHooksOf(made, "next"),
    session: foldSessionHooks(
      made.flatMap(({ plugin: { name }, hooks: { session } }) =>
        session ? [{ name, hooks: session }] : [],
      ),
    ),
    identify: identifyOf(made),
    admits: admitsOf(made),
    crossOrigin: crossOriginOf(made),
    registry: registryOf(made),
    signOut: hooksOf(made, "signOut"),
    store: hooksOf(made, "store"),
    observe: hooksOf(made, "observe"),
    measure: hooksOf(made, "measure"),
    check: hooksOf(made, "check"),
    users: hooksOf(made, "users"),
    account: hooksOf(made, "account"),
    eventTexts: hooksOf(made, "eventTexts"),
    takesTwoFactors: hooksOf(made, "takesTwoFactors"),
    wrapSessions: hooksOf(made, "wrapSessions"),
    olderSecrets: hooksOf(made, "olderSecrets"),
    examine: hooksOf(made, "examine"),
    keepsProofs: made.some(
      ({ plugin, hooks }) =>
        plugin.needs?.proof === true ||
        Object.values(hooks.routes ?? {}).some(({ who }) => who === "proof"),
    ),
  };
}

/** What a plugin stores records for; undefined if it doesn't. */
export function needsRecords({ needs, tables = [] }: Bound["plugin"]): string | undefined {
  return needs?.records ?? (tables.length > 0 ? "has tables of its own" : undefined);
}

function hooksOf<Name extends keyof PluginHooks>(
  made: readonly Made[],
  name: Name,
): readonly Hook<Name>[] | null {
  const found = made.flatMap(({ hooks, plugin, app }): Hook<Name>[] => {
    const call = hooks[name];
    return call === undefined ? [] : [{ plugin, app, call }];
  });
  return orNull(found);
}

function admitsOf(made: readonly Made[]): Plugins["admits"] {
  const all = made.flatMap(({ hooks: { users } }) => users?.admits ?? []);
  if (all.length === 0) return undefined;
  return async (runtime, userId) => {
    for (const admits of all) if (!(await admits(runtime, userId))) return false;
    return true;
  };
}

function identifyOf(made: readonly Made[]): IdentifySessions | null {
  const asked = hooksOf(made, "identify");
  if (!asked) return null;
  const admits = admitsOf(made);
  return (sessions, runtime, logger) => {
    const all = asked.map(({ call }) => async (credential: Credential) => {
      const found = await call(runtime, credential);
      if (found?.kind !== "user" || !admits) return found;
      return (await admits(runtime, String(found.user.id))) ? found : null;
    });
    return identifiedSessions(sessions, all, logger);
  };
}

/** For the origins that plugins allow. Throws if one isn't an origin, since it would never match. */
function crossOriginOf(made: readonly Made[]): Plugins["crossOrigin"] {
  const all = hooksOf(made, "origins") ?? [];
  for (const { plugin, call } of all) {
    const odd = call.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
    if (odd === undefined) continue;
    throw new InvalidConfiguration(
      `The plugin ${JSON.stringify(plugin.name)} allows requests from ${JSON.stringify(odd)}, which isn't an origin. Write it as "https://app.example.com": scheme, host and port, nothing else.`,
    );
  }
  const origins = new Set(all.flatMap(({ call }) => call));
  return origins.size > 0 ? (request) => crossOriginHeaders(origins, request) : null;
}

/** Two session registries would each miss sessions of the other. */
function registryOf(made: readonly Made[]): SessionRegistry | null {
  const [first, second] = made.filter(({ hooks }) => hooks.registry !== undefined);
  if (first && second) {
    const [one, other] = [first.plugin.name, second.plugin.name];
    throw new InvalidConfiguration(
      `The plugins ${JSON.stringify(one)} and ${JSON.stringify(other)} both keep a session registry. Remove one of the two from \`plugins\`.`,
    );
  }
  return first?.hooks.registry ?? null;
}

function signInHooksOf<Name extends keyof SignInHooks>(
  made: readonly Made[],
  name: Name,
): readonly SignInHook<Name>[] | null {
  const found = made.flatMap(({ hooks, plugin, app }): SignInHook<Name>[] => {
    const call = hooks.signIn?.[name];
    return call === undefined ? [] : [{ plugin, app, call }];
  });
  return orNull(found);
}

const phases = ["policy", "prove", "ask"] as const;

function stagesOf(made: readonly Made[]): readonly BoundStage[] {
  return phases.flatMap((phase) =>
    made.flatMap(({ hooks, ...bound }) => {
      const call = hooks.signIn?.[phase];
      return call ? [{ ...bound, phase, call }] : [];
    }),
  );
}

function routesOf(made: readonly Made[]): ReadonlyMap<string, BoundRoute> {
  const routes = new Map<string, BoundRoute>();
  for (const { plugin, app, hooks } of made) {
    for (const [written, route] of Object.entries(hooks.routes ?? {})) {
      const path = written.replace(/\{\w+\}$/, "*");
      const other = routes.get(path)?.plugin.name ?? (isCorePath(path) ? "Latchkey" : undefined);
      if (!isPath(path) || other !== undefined) throw badRoute(plugin, written, other);
      routes.set(path, { plugin, app, route });
    }
  }
  return routes;
}

function isPath(path: string): boolean {
  return /^(?:[a-z][a-z\d-]*|\.well-known)(?:\/(?:\*|[a-z][a-z\d-]*(?:\.[a-z\d]+)?))?$/.test(path);
}

function badRoute(
  { name }: Pick<Plugin, "name">,
  written: string,
  other: string | undefined,
): AuthError {
  const route = `The plugin ${JSON.stringify(name)} has the route ${JSON.stringify(written)}`;
  return new InvalidConfiguration(
    other === undefined
      ? `${route}. A route is "action", "action/act" or "action/{name}", in lower case.`
      : `${route}, which ${JSON.stringify(other)} has too. Remove one of the two from \`plugins\`.`,
  );
}

/** A redirect may lead to a page, unless visiting it has an effect. */
function pathsOf(
  routes: ReadonlyMap<string, BoundRoute>,
): ReadonlyMap<string, "page" | "endpoint"> {
  return new Map(
    [...routes].map(([path, { route }]) => [
      path,
      route.page && !route.unsafeGet ? "page" : "endpoint",
    ]),
  );
}

/** Not every configuration is type-checked. */
function isPlugins(given: unknown): given is readonly Plugin[] {
  return Array.isArray(given) && given.every(isPlugin);
}

function shapeProblem(given: unknown): AuthError {
  const all: readonly unknown[] = Array.isArray(given) ? given : [];
  const index = all.findIndex((one) => !isPlugin(one));
  const found = all[index];
  return new InvalidConfiguration(
    `\`plugins[${index}]\` is ${describe(found)}, not a plugin. ${lineFor(found)}`,
  );
}

/** The line to write instead of something that isn't a plugin. */
function lineFor(found: unknown): string {
  if (typeof found === "function" && found.name !== "") {
    return `Call it: \`plugins: [${found.name}()]\`.`;
  }
  const options = isRecord(found) ? Object.keys(found).slice(0, 3) : [];
  return `Import a plugin's function from "latchkey/plugins/NAME" and write \`plugins: [NAME({ ${[...options, "…"].join(", ")} })]\`.`;
}

function isPlugin(value: unknown): value is Plugin {
  if (typeof value !== "object" || value === null) return false;
  if (!("name" in value) || !("create" in value)) return false;
  return typeof value.name === "string" && value.name !== "" && typeof value.create === "function";
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "function") return `the function ${value.name || "without a name"}`;
  if (typeof value === "object" && "then" in value) return "a promise";
  return Array.isArray(value)
    ? "a list"
    : `${typeof value === "object" ? "an" : "a"} ${typeof value}`;
}

function nameProblem(given: readonly Plugin[]): AuthError | undefined {
  const names = given.map(({ name }) => name);
  const odd = names.find((name) => !/^[a-z][a-z\d-]*$/.test(name));
  if (odd !== undefined) {
    return new InvalidConfiguration(
      `A plugin is called ${JSON.stringify(odd)}. A name is lower-case letters, digits and dashes.`,
    );
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return undefined;
  return new InvalidConfiguration(
    `\`plugins\` has ${JSON.stringify(twice)} twice. Keep one, with the options of both.`,
  );
}

function needsProblem(given: readonly Plugin[]): AuthError | undefined {
  const names = new Set(given.map(({ name }) => name));
  for (const { name, needs } of given) {
    const missing = needs?.plugins?.find((needed) => !names.has(needed));
    if (missing === undefined) continue;
    return new InvalidConfiguration(
      `The plugin ${JSON.stringify(name)} needs ${JSON.stringify(missing)}. Add it: ${pluginLine(missing)}.`,
    );
  }
  return undefined;
}

function byName({ name: a }: Plugin, { name: b }: Plugin): number {
  return a < b ? -1 : 1;
}

function orNull<T>(list: readonly T[]): readonly T[] | null {
  return list.length > 0 ? list : null;
}

function asAuthError(error: unknown): AuthError {
  return error instanceof AuthError ? error : new AuthError(asError(error));
}
