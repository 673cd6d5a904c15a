import { untilDone } from "../until-done.js";
import type { Explanation } from "../types/explanation.js";

type Explain = (code: string, error: Error) => Explanation;

/** The code once it is there: the texts are loaded when the first error occurs, and not before. */
const loaded = new Map<"explain", Explain>();

const load = untilDone(async () => {
  const { explain } = await import("#explain");
  loaded.set("explain", explain);
  return explain;
});

/**
 * Explains an error, and hands that on: at once where the texts are loaded; else it resolves when they
 * were. Where they can not be loaded, the error is told without.
 */
export function explained(
  code: string,
  error: Error,
  use: (explanation: Explanation | undefined) => void,
): Promise<void> | undefined {
  const explain = loaded.get("explain");
  if (!explain) {
    return load().then(
      (late) => use(late(code, error)),
      () => use(undefined),
    );
  }
  use(explain(code, error));
  return undefined;
}
