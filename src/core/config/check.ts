import type { CookieOption } from "../../types/cookies.js";
import type { AuthConfig } from "../auth-config.js";
import { isCookieName } from "../cookies/serialize.js";
import {
  AuthError,
  DuplicateConditionalUI,
  InvalidConfiguration,
  InvalidProvider,
  MissingAdapter,
  MissingSecretError,
  UnsupportedStrategy,
  UntrustedHost,
} from "../errors/errors.js";
import type { Flow } from "../flow.js";
import { webUrl } from "../http/urls.js";
import { inProduction, type Mode } from "../values/mode.js";
import { filledBy, pluginLine } from "../values/plugin-line.js";
import type { CheckedConfig } from "./checked.js";
import { findWeakness } from "./weakness.js";

interface Row {
  readonly option: string;
  readonly value: unknown;
  readonly most: number;
  readonly allowsZero?: boolean;
}

// About three thousand years: now plus that many seconds is still a valid date.
const mostSeconds = 1e11;
// A longer timer fires immediately.
const mostMilliseconds = 2 ** 31 - 1;

/** The numeric options, by name. */
function numbersOf({ session, jwt, timeout }: AuthConfig): readonly Row[] {
  return [
    { option: "session.maxAge", value: session?.maxAge, most: mostSeconds },
    { option: "session.updateAge", value: session?.updateAge, most: mostSeconds, allowsZero: true },
    { option: "session.maxCookieSize", value: session?.maxCookieSize, most: mostSeconds },
    { option: "jwt.maxAge", value: jwt?.maxAge, most: mostSeconds },
    { option: "timeout", value: timeout, most: mostMilliseconds },
  ];
}

/** The first number that isn't valid, such as a string from the environment or NaN. */
function findWrongNumber(config: AuthConfig): AuthError | undefined {
  const wrong = numbersOf(config).find((row) => row.value !== undefined && !isUsable(row));
  if (!wrong) return undefined;
  const { option, value, most, allowsZero } = wrong;
  const expected = allowsZero ? "0 or a positive number" : "a number above 0";
  return new InvalidConfiguration(
    `\`${option}\` must be ${expected}, and at most ${most}. It is ${described(value)}.`,
  );
}

function isUsable({ value, most, allowsZero = false }: Row): boolean {
  if (typeof value !== "number" || !(value <= most)) return false;
  return allowsZero ? value >= 0 : value > 0;
}

function described(value: unknown): string {
  if (typeof value === "string") return `the text ${JSON.stringify(value.slice(0, 20))}`;
  return typeof value === "number" ? String(value) : `of the type ${typeof value}`;
}

const makeOne =
  "Run `npx latchkey secret` and set the result as AUTH_SECRET, or as the option `secret`.";

const old = '{ secret: "the old one", until: "a date", weakSecret: true }';
const keepOld = `If users are already signed in with the old one, accept both for up to 30 days to keep them signed in: ${pluginLine(filledBy.olderSecrets, old)}.`;

export const sessionsKept = `Plain JWT sessions can't be revoked, so other sessions stay signed in when a user changes their password or 2FA, or removes a sign-in method. Add a session registry, ${pluginLine(filledBy.registry)}, or use the strategy "database".`;

export const removeOwnSession =
  'With the strategy "database", Latchkey creates the session of a credentials sign-in itself and ignores `jwt.encode` and `jwt.decode`. Remove both, and remove code that calls `createSession` and sets the session cookie: it would create a second session.';

/** The first problem of a configuration, in a fixed order. `known` is a problem of one of its parts. */
export function findAnyProblem(
  config: AuthConfig,
  checked: CheckedConfig,
  known: AuthError | undefined,
): AuthError | undefined {
  return (
    findOriginProblem(config.trustedOrigins) ??
    tenantProblem(config, checked) ??
    known ??
    findWrongNumber(config) ??
    findProblem(checked)
  );
}

/**
 * A tenant that isn't known, or tokens that aren't bound to it, would let users of one tenant sign
 * in at another.
 */
function tenantProblem(config: AuthConfig, { plugins }: CheckedConfig): AuthError | undefined {
  if (!("tenant" in config)) return undefined;
  const { tenant, jwt }: { tenant?: unknown; jwt?: AuthConfig["jwt"] } = config;
  const [reader] = plugins?.olderSecrets ?? [];
  const message =
    typeof tenant !== "string" || tenant.trim() === ""
      ? "`tenant` must be the name of the tenant, and it's empty. Set it, or leave the option out if all users of the secret are of one site."
      : jwt?.encode || jwt?.decode
        ? "`tenant` can't bind the tokens that `jwt.encode` and `jwt.decode` make. Remove them, or remove `tenant` and give each tenant a `secret` of its own."
        : reader &&
          `\`tenant\` can't bind the sessions from before that the plugin ${JSON.stringify(reader.plugin.name)} reads: they'd sign in at every tenant. Remove the plugin or \`tenant\`.`;
  return message === undefined ? undefined : new InvalidConfiguration(message);
}

/** A pattern, or a URL with a path, would never equal what browsers send. */
function findOriginProblem(origins: AuthConfig["trustedOrigins"] = []): AuthError | undefined {
  const isWrong = (origin: string) => origin.includes("*") || webUrl(origin)?.origin !== origin;
  const wrong = origins.find(isWrong);
  if (wrong === undefined) return undefined;
  return new InvalidConfiguration(
    `\`trustedOrigins\` contains ${JSON.stringify(wrong)}. Each entry must be one exact origin, such as "https://app.example.com": no path, no trailing slash, no pattern.`,
  );
}

/** The first problem that can be found without calling the adapter. */
function findProblem(config: CheckedConfig): AuthError | undefined {
  return (
    secretProblem(config) ??
    developmentProblem(config) ??
    strategyProblem(config) ??
    findIdProblem(config.flows.map((flow) => flow.id)) ??
    findCookieProblem(config.cookies) ??
    conditionalProblem(config.flows) ??
    linkingProblem(config) ??
    adapterProblem(config)
  );
}

/** A typo here would leave users unprotected. */
function linkingProblem({ linking }: CheckedConfig): AuthError | undefined {
  if (linking === undefined || linking === "explicit") return undefined;
  return new InvalidConfiguration(
    `\`account.linking\` is ${JSON.stringify(linking)}. Set it to "explicit", or remove it.`,
  );
}

/** Only the request itself tells where the site is, and anyone can forge that. */
export function untrustedHost(mode: Mode): AuthError {
  const message =
    "The Host header isn't trusted. Set AUTH_URL to the URL of the site. Behind a proxy, you can make the framework trust it instead; if the proxy sets the Host header safely, set AUTH_TRUST_HOST=true or the option `trustHost`.";
  return new UntrustedHost(inProduction(mode, message));
}

function secretProblem({ secrets, jwtSecrets, ...mode }: CheckedConfig): AuthError | undefined {
  if (secrets.length === 0) {
    return new MissingSecretError(inProduction(mode, `No secret is set. ${makeOne}`));
  }
  const weakness = mode.production ? findWeakness({ secrets, jwtSecrets }) : undefined;
  return weakness === undefined
    ? undefined
    : new MissingSecretError(inProduction(mode, `${weakness}. ${makeOne} ${keepOld}`));
}

/** Providers that let anyone sign in as anyone are refused in production. */
function developmentProblem({ flows, ...mode }: CheckedConfig): AuthError | undefined {
  const flow = mode.production ? flows.find((one) => one.page) : undefined;
  if (!flow) return undefined;
  const message = `The provider ${JSON.stringify(flow.page?.id)} comes from latchkey/dev, which lets anyone sign in as anyone, so it's refused in production. Add it to \`providers\` only if NODE_ENV is "development" or "test".`;
  return new InvalidConfiguration(inProduction(mode, message));
}

function strategyProblem({ strategy }: CheckedConfig): AuthError | undefined {
  if (strategy === "jwt" || strategy === "database") return undefined;
  return new UnsupportedStrategy(
    `The session strategy ${JSON.stringify(strategy)} doesn't exist. Use "jwt" or "database".`,
  );
}

function conditionalProblem(flows: readonly Flow[]): AuthError | undefined {
  const ids = flows.filter((flow) => flow.conditional).map((flow) => flow.id);
  if (ids.length < 2) return undefined;
  return new DuplicateConditionalUI(
    `Several providers have \`enableConditionalUI\`: ${ids.join(", ")}. A page can suggest the passkeys of one provider only, so turn it off for the others.`,
  );
}

function adapterProblem(config: CheckedConfig): AuthError | undefined {
  const { strategy, hasAdapter, flows } = config;
  if (hasAdapter) return undefined;
  if (strategy === "database") {
    return new MissingAdapter(
      'The session strategy "database" needs an adapter. Set the option `adapter`, or use the strategy "jwt".',
    );
  }
  const needing = flows.find((flow) => flow.adapterMethods);
  if (!needing) return undefined;
  return new MissingAdapter(
    `The provider ${JSON.stringify(needing.id)} needs an adapter: ${needing.adapterReason ?? "it stores what it proves"}. Set the option \`adapter\`.`,
  );
}

/** The first cookie that browsers would drop (RFC 6265bis, section 4.1.3), and why. */
function findCookieProblem(cookies: readonly CookieOption[]): AuthError | undefined {
  for (const cookie of cookies) {
    const why = whyRefused(cookie);
    if (why !== undefined) {
      return new AuthError(
        `Browsers would drop the cookie ${JSON.stringify(cookie.name)}: ${why}. Fix it in the option \`cookies\`, or leave out \`name\` to use the default.`,
      );
    }
  }
  return undefined;
}

function whyRefused({ name, options }: CookieOption): string | undefined {
  if (!isCookieName(name)) return "its name is empty or contains invalid characters";
  // Browsers compare the prefix case-insensitively.
  const [prefix] = /^__(?:host|secure)-/i.exec(name) ?? [];
  if (prefix === undefined) return undefined;
  if (options.secure !== true) return `with the prefix ${prefix} it needs \`secure\``;
  if (!/host/i.test(prefix)) return undefined;
  if (options.domain !== undefined) return `with the prefix ${prefix} it must have no \`domain\``;
  return options.path === "/" ? undefined : `with the prefix ${prefix} its \`path\` must be "/"`;
}

/** The first provider id that isn't unique, or can't be part of a URL. */
function findIdProblem(ids: readonly string[]): AuthError | undefined {
  const odd = ids.find((id) => !isFit(id));
  if (odd !== undefined) {
    return new InvalidProvider(
      `A provider has the id ${JSON.stringify(odd)}, which can't be part of a URL. Give it an \`id\` of letters, digits and hyphens.`,
    );
  }
  const plain = ids.map((id) => id.toLowerCase());
  const twice = ids.find((_, index) => plain.indexOf(plain[index] ?? "") !== index);
  if (twice === undefined) return undefined;
  return new InvalidProvider(
    `Two providers have the id ${JSON.stringify(twice)}, or ids that differ only in case. Give one of them another \`id\`.`,
  );
}

/** Servers, proxies and browsers normalize slashes and dot segments away, however they're encoded. */
function isFit(id: unknown): boolean {
  if (typeof id !== "string" || id.trim() === "" || id === "__proto__") return false;
  return !/[/\\\p{Cc}\p{Surrogate}]/u.test(id) && !/^\.+$/.test(id);
}
