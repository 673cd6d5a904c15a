import type { Explanation } from "../../types/explanation.js";
import { untilDone } from "../async/until-done.js";

type Explain = (code: string, error: Error) => Explanation;

/** The explanations, once loaded: they're loaded when the first error occurs. */
const loaded = new Map<"explain", Explain>();

const load = untilDone(async () => {
  const { explain } = await import("#explain");
  loaded.set("explain", explain);
  return explain;
});

/**
 * Explains an error and passes the explanation on: synchronously if the texts are loaded, otherwise once they
 * are. If they can't be loaded, the error is logged without it.
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
