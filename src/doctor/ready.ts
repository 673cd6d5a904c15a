import { resolveSettings, type Settings } from "../config/settings.js";
import type { Parts } from "../config/parts.js";
import { randomHex } from "../crypto/random.js";
import type { AuthError } from "../errors.js";
import type { Flows } from "../flows/flow.js";
import { isWeakness } from "../config/weakness.js";
import { modeOfConfig, setModeOf } from "../mode.js";
import type { AuthConfig } from "../types/config.js";

/** A configuration with all that is wrong with it, and what could be made of the rest. */
export interface Examined {
  readonly problems: readonly AuthError[];
  readonly settings: Settings;
  /** Undefined when it can not be used at all. */
  readonly parts: Parts | undefined;
}

const rounds = 10;
const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };

/**
 * A check of the configuration ends with the first problem. Here what can be set right for the time
 * being is, so that the next one shows.
 */
export async function ready(config: AuthConfig, defaultFlows: Flows): Promise<Examined> {
  const problems: AuthError[] = [];
  let tried: AuthConfig = { ...config, logger: silent, strict: false };
  for (let round = 0; round < rounds; round++) {
    setModeOf(tried, modeOfConfig(config));
    const settings = resolveSettings(tried, defaultFlows);
    const { problem, ...parts } = await settings.ready();
    if (!problem && isWhole(parts)) return { problems, settings, parts };
    const isKnown = problems.some(({ message }) => message === problem?.message);
    if (problem && !isKnown && !isWeakness(problem)) problems.push(problem);
    const next = problem && !isKnown && (await healed(tried, problem, settings));
    if (!next) return { problems, settings, parts: undefined };
    tried = next;
  }
  return { problems, settings: resolveSettings(tried, defaultFlows), parts: undefined };
}

function isWhole(parts: {
  readonly [Name in keyof Parts]?: Parts[Name] | undefined;
}): parts is Parts {
  return parts.sessions !== undefined && parts.flows !== undefined;
}

async function healed(
  config: AuthConfig,
  problem: AuthError,
  settings: Settings,
): Promise<AuthConfig | undefined> {
  if (problem.type === "MissingSecret") return { ...config, secret: randomHex(32) };
  // Whatever is weak about the configuration is found in it as it was given.
  if (isWeakness(problem)) return { ...config, cookies: undefined, jwt: undefined };
  if (problem.type === "UntrustedHost") return { ...config, trustHost: true, url: undefined };
  const sound = await soundProviders(config, problem, settings);
  return sound.length < config.providers.length ? { ...config, providers: sound } : undefined;
}

/** Those that do not bring the problem about by themselves. */
async function soundProviders(
  config: AuthConfig,
  { message }: AuthError,
  { defaultFlows }: Settings,
) {
  const alone = config.providers.map(async (provider) => {
    const tried = { ...config, providers: [provider] };
    const { problem } = await resolveSettings(tried, defaultFlows).ready();
    return problem?.message === message ? [] : [provider];
  });
  return (await Promise.all(alone)).flat();
}
