import {
  DuplicateConditionalUI,
  ExperimentalFeatureNotEnabled,
  MissingAdapter,
  MissingSecretError,
  InvalidProvider,
  UnsupportedStrategy,
  UntrustedHost,
  type AuthError,
} from "../errors.js";
import type { Flow } from "../flows/flow.js";
import type { AuthConfig } from "../types/config.js";

const shortestSecret = 32;

const makeOne =
  "Make one with `openssl rand -base64 33` and set it as AUTH_SECRET or as the option `secret`.";

export interface CheckedConfig {
  readonly production: boolean;
  readonly trusted: boolean;
  readonly secrets: readonly string[];
  readonly strategy: string;
  readonly hasAdapter: boolean;
  readonly experimental: AuthConfig["experimental"];
  readonly flows: readonly Flow[];
}

/** The first thing that is wrong with a configuration and can be seen without asking the adapter. */
export function findProblem(config: CheckedConfig): AuthError | undefined {
  return (
    hostProblem(config) ??
    secretProblem(config) ??
    strategyProblem(config) ??
    duplicateProblem(config.flows) ??
    conditionalProblem(config.flows) ??
    config.flows.find((flow) => flow.problem)?.problem ??
    experimentalProblem(config) ??
    adapterProblem(config)
  );
}

function hostProblem({ trusted }: CheckedConfig): AuthError | undefined {
  if (trusted) return undefined;
  return new UntrustedHost(
    "The host of requests is not trusted. Set AUTH_URL to the URL of the site, or, behind a proxy that sets the Host header safely, AUTH_TRUST_HOST=true or the option `trustHost`.",
  );
}

function secretProblem({ production, secrets }: CheckedConfig): AuthError | undefined {
  const [newest] = secrets;
  if (newest === undefined) return new MissingSecretError(`There is no secret. ${makeOne}`);
  const weakness = production ? weaknessOf(newest) : undefined;
  return weakness === undefined
    ? undefined
    : new MissingSecretError(`The secret ${weakness}. ${makeOne}`);
}

/** Why a secret could be guessed. */
export function weaknessOf(secret: string): string | undefined {
  if (secret.trim().length < shortestSecret) return `is shorter than ${shortestSecret} characters`;
  if (new Set(secret).size < 8) return "is made of too few different characters";
  return undefined;
}

function strategyProblem({ strategy }: CheckedConfig): AuthError | undefined {
  if (strategy === "jwt" || strategy === "database") return undefined;
  return new UnsupportedStrategy(
    `The session strategy ${JSON.stringify(strategy)} does not exist. Use "jwt" or "database".`,
  );
}

function duplicateProblem(flows: readonly Flow[]): AuthError | undefined {
  const ids = flows.map((flow) => flow.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice === undefined) return undefined;
  return new InvalidProvider(
    `Two providers have the id ${JSON.stringify(twice)}. Give one of them another \`id\`.`,
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

function adapterProblem({ strategy, hasAdapter, flows }: CheckedConfig): AuthError | undefined {
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
