/** How sessions are kept: as rows of the store, or encrypted in the cookie itself. */
export type Strategy = "database" | "jwt";

/** The strategy that the environment asks for. */
export function strategyFrom(text: string | undefined): Strategy {
  if (text === undefined || text === "") return "database";
  if (text === "database" || text === "jwt") return text;
  throw new Error(`SESSION_STRATEGY is ${JSON.stringify(text)}; it must be "database" or "jwt".`);
}
