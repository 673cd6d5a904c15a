import {
  DuplicateConditionalUI,
  ExperimentalFeatureNotEnabled,
  InvalidConfiguration,
  MissingAdapter,
  MissingSecretError,
  UnsupportedStrategy,
  UntrustedHost,
  type AuthError,
} from "../errors.js";
import type { Flow } from "../flows/flow.js";
import { webUrl } from "../http/urls.js";
import { inProduction, type Mode } from "../mode.js";
import type { AuthConfig } from "../types/config.js";
import type { CheckedConfig } from "./checked.js";
import { findCookieProblem } from "./cookie-check.js";
import { findWrongNumber } from "./numbers.js";
import { findIdProblem } from "./provider-ids.js";
import { findWeakness } from "./weakness.js";

const makeOne =
  "Make one with `openssl rand -base64 33` and set it as AUTH_SECRET or as the option `secret`.";

const keepOld =
  'If users are signed in with the old one already, keep it beside the new one for up to 30 days, so that nobody is signed out: `plugins: [authjsMigration({ secret: "the old one", until: "a date", weakSecret: true })]` from "latchkey/plugins/authjs-migration".';

export const sessionsKept =
  "Plain JWT sessions can't be ended, so a new password, a new second factor or the removal of a sign-in method leaves a user's other sessions signed in. Add `sessionRegistry()` to `plugins`, or use the strategy \"database\".";

export const removeOwnSession =
  'With the strategy "database" a sign-in with credentials makes its session itself here, and `jwt.encode` and `jwt.decode` are not used. If a callback of yours calls `createSession` and sets the session cookie, there are two sessions: remove that code, and `jwt.encode` and `jwt.decode` with it.';

/**
 * The first thing that is wrong with a configuration, in the order in which it is told. `known` is what is
 * wrong with its parts.
 */
export function findAnyProblem(
  config: AuthConfig,
  checked: CheckedConfig,
  known: AuthError | undefined,
): AuthError | undefined {
  return (
    findOriginProblem(config.trustedOrigins) ??
    known ??
    findWrongNumber(config) ??
    findProblem(checked)
  );
}

/** A pattern, or an address with a path, would never be equal to what browsers send. */
function findOriginProblem(origins: AuthConfig["trustedOrigins"] = []): AuthError | undefined {
  const isWrong = (origin: string) => origin.includes("*") || webUrl(origin)?.origin !== origin;
  const wrong = origins.find(isWrong);
  if (wrong === undefined) return undefined;
  return new InvalidConfiguration(
    `\`trustedOrigins\` holds ${JSON.stringify(wrong)}. Each is one whole origin, such as "https://app.example.com": no path, no slash at its end, no pattern.`,
  );
}

/** The first thing that is wrong with a configuration and can be seen without asking the adapter. */
function findProblem(config: CheckedConfig): AuthError | undefined {
  return (
    secretProblem(config) ??
    developmentProblem(config) ??
    strategyProblem(config) ??
    findIdProblem(config.flows.map((flow) => flow.id)) ??
    findCookieProblem(config.cookies) ??
    conditionalProblem(config.flows) ??
    experimentalProblem(config) ??
    linkingProblem(config) ??
    adapterProblem(config)
  );
}

/** Written wrongly, it would protect nobody. */
function linkingProblem({ linking }: CheckedConfig): AuthError | undefined {
  if (linking === undefined || linking === "explicit") return undefined;
  return new InvalidConfiguration(
    `\`account.linking\` is ${JSON.stringify(linking)}. It can be "explicit", or left out.`,
  );
}

/** Nothing says where the site is but the request itself, which anybody may send. */
export function untrustedHost(mode: Mode): AuthError {
  const message =
    "The host of requests is not trusted. Set AUTH_URL to the URL of the site. Behind a proxy, you can make the framework trust it instead; if the proxy sets the Host header safely, set AUTH_TRUST_HOST=true or the option `trustHost`.";
  return new UntrustedHost(inProduction(mode, message));
}

function secretProblem({ secrets, jwtSecrets, ...mode }: CheckedConfig): AuthError | undefined {
  if (secrets.length === 0) {
    return new MissingSecretError(inProduction(mode, `There is no secret. ${makeOne}`));
  }
  const weakness = mode.production ? findWeakness({ secrets, jwtSecrets }) : undefined;
  return weakness === undefined
    ? undefined
    : new MissingSecretError(inProduction(mode, `${weakness}. ${makeOne} ${keepOld}`));
}

/** What lets anyone in as anyone is for development, whoever put it there. */
function developmentProblem({ flows, ...mode }: CheckedConfig): AuthError | undefined {
  const flow = mode.production ? flows.find((one) => one.page) : undefined;
  if (!flow) return undefined;
  const message = `The provider ${JSON.stringify(flow.page?.id)} comes from latchkey/dev, which lets anyone sign in as anyone, so it's refused in production. Add it to \`providers\` only if NODE_ENV is "development" or "test".`;
  return new InvalidConfiguration(inProduction(mode, message));
}

function strategyProblem({ strategy }: CheckedConfig): AuthError | undefined {
  if (strategy === "jwt" || strategy === "database") return undefined;
  return new UnsupportedStrategy(
    `The session strategy ${JSON.stringify(strategy)} does not exist. Use "jwt" or "database".`,
  );
}

function conditionalProblem(flows: readonly Flow[]): AuthError | undefined {
  const ids = flows.filter((flow) => flow.conditional).map((flow) => flow.id);
  if (ids.length < 2) return undefined;
  return new DuplicateConditionalUI(
    `A page can offer the passkeys of one provider in the suggestions of its fields, and several ask for that: ${ids.join(", ")}. Leave \`enableConditionalUI\` on for one of them.`,
  );
}

function experimentalProblem({ experimental, flows }: CheckedConfig): AuthError | undefined {
  const flow = flows.find((one) => one.experimental && experimental?.[one.experimental] !== true);
  if (!flow?.experimental) return undefined;
  return new ExperimentalFeatureNotEnabled(
    `The provider ${JSON.stringify(flow.id)} is experimental. To use it, set the option \`experimental: { ${flow.experimental}: true }\`.`,
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
