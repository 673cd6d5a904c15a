import { explain } from "../diagnosis/explain.js";
import { randomId } from "../crypto/random.js";
import type { Parts } from "../config/parts.js";
import { processState } from "../state/process.js";
import { asError } from "../thrown.js";
import type { AuthConfig } from "../types/config.js";
import type { Finding } from "../types/finding.js";

const about = "shared state";

/** Whether the processes of the application know of one another. */
export async function examineState(
  { sharedState }: AuthConfig,
  { store }: Parts,
): Promise<Finding[]> {
  const key = `doctor:${randomId()}`;
  try {
    const shared = sharedState ?? (await store?.sharedState());
    if (!shared || shared === processState) return [alone(shared === null)];
    await shared.set(key, "1", { ttl: 60 });
    const kept = await shared.take(key);
    if (kept === "1") return [{ level: "ok", about, message: "It keeps, and gives once." }];
    return [
      {
        level: "error",
        about,
        message: "It did not give what it had just been told to keep.",
        cure: "Test it with latchkey/state/suite.",
      },
    ];
  } catch (thrown) {
    const error = asError(thrown);
    const { cure } = explain("SharedStateError", error);
    return [{ level: "error", about, message: error.message, cure }];
  }
}

function alone(lacksTable: boolean): Finding {
  return {
    level: "warning",
    about,
    message:
      "It is in the memory of each process: with several, limits count in each, and what may be used once may be used once in each.",
    cure: lacksTable
      ? "Run `npx latchkey migrate`: the database lacks the table for it."
      : "For one process nothing. For several set `sharedState`, such as redisState(client) or sqlState(db).",
  };
}
