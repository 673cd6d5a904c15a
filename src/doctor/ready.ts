import { resolveSettings, type Settings } from "../config/settings.js";
import type { Parts } from "../config/parts.js";
import { randomHex } from "../crypto/random.js";
import type { AuthError } from "../errors.js";
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
export async function ready(config: AuthConfig): Promise<Examined> {
  const problems: AuthError[] = [];
  let tried: AuthConfig = { ...config, logger: silent };
  for (let round = 0; round < rounds; round++) {
    setModeOf(tried, modeOfConfig(config));
    const settings = resolveSettings(tried);
    const { problem, ...parts } = await settings.ready();
    if (!problem && isWhole(parts)) return { problems, settings, parts };
    if (problem) problems.push(problem);
    const next = problem && (await healed(tried, problem));
    if (!next) return { problems, settings, parts: undefined };
    tried = next;
  }
  return { problems, settings: resolveSettings(tried), parts: undefined };
}

function isWhole(parts: {
  readonly [Name in keyof Parts]?: Parts[Name] | undefined;
}): parts is Parts {
  return parts.sessions !== undefined && parts.flows !== undefined;
}

async function healed(config: AuthConfig, problem: AuthError): Promise<AuthConfig | undefined> {
  if (problem.type === "MissingSecret") return { ...config, secret: randomHex(32) };
  if (problem.type === "UntrustedHost") return { ...config, trustHost: true, url: undefined };
  const sound = await soundProviders(config, problem);
  return sound.length < config.providers.length ? { ...config, providers: sound } : undefined;
}

/** Those that do not bring the problem about by themselves. */
async function soundProviders(config: AuthConfig, { message }: AuthError) {
  const alone = config.providers.map(async (provider) => {
    const { problem } = await resolveSettings({ ...config, providers: [provider] }).ready();
    return problem?.message === message ? [] : [provider];
  });
  return (await Promise.all(alone)).flat();
}
