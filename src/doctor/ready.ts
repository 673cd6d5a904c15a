import type { AuthConfig } from "../core/auth-config.js";
import type { Parts } from "../core/config/parts.js";
import { resolveSettings, type Settings } from "../core/config/settings.js";
import { isWeakness } from "../core/config/weakness.js";
import { randomHex } from "../core/crypto/random.js";
import type { AuthError } from "../core/errors/errors.js";
import type { Flows } from "../core/flow.js";
import { modeOfConfig, setModeOf } from "../core/values/mode.js";

/** A configuration with all its problems, and the parts that are usable. */
export interface Examined {
  readonly problems: readonly AuthError[];
  readonly settings: Settings;
  /** Undefined if it can't be used at all. */
  readonly parts: Parts | undefined;
}

const rounds = 10;
const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };

/**
 * The check of the configuration stops at the first problem. Here, problems that can be bypassed temporarily
 * are, so that the next one is found.
 */
export async function ready(config: AuthConfig, defaultFlows: Flows): Promise<Examined> {
  const problems: AuthError[] = [];
  let tried: AuthConfig = { ...config, logger: silent, strict: false };
  for (let round = 0; round < rounds; round++) {
    setModeOf(tried, modeOfConfig(config));
    const settings = resolveSettings(tried, defaultFlows);
    const found = await settings.ready();
    if (!found.problem) return { problems, settings, parts: found };
    const { problem } = found;
    const isKnown = problems.some(({ message }) => message === problem.message);
    if (!isKnown && !isWeakness(problem)) problems.push(problem);
    const next = !isKnown && (await healed(tried, problem, settings));
    if (!next) return { problems, settings, parts: undefined };
    tried = next;
  }
  return { problems, settings: resolveSettings(tried, defaultFlows), parts: undefined };
}

async function healed(
  config: AuthConfig,
  problem: AuthError,
  settings: Settings,
): Promise<AuthConfig | undefined> {
  if (problem.type === "MissingSecret") return { ...config, secret: randomHex(32) };
  // Weaknesses are looked for in the original configuration.
  if (isWeakness(problem)) return { ...config, cookies: undefined, jwt: undefined };
  if (problem.type === "UntrustedHost") return { ...config, trustHost: true, url: undefined };
  const sound = await soundProviders(config, problem, settings);
  return sound.length < config.providers.length ? { ...config, providers: sound } : undefined;
}

/** Findings that don't come from the problem itself. */
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
