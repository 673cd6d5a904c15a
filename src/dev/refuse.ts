import { isProduction } from "../config/env.js";

/**
 * Throws where an application runs in production. What is meant for tests and for a developer's own
 * machine would let everybody in there.
 */
export function refuseInProduction(door: string): void {
  if (readNodeEnv() === "production") {
    throw new Error(
      `${door} was imported in production (NODE_ENV is "production"), and it lets anybody sign in as anybody. Import it from tests and development code alone.`,
    );
  }
}

/** The same, also where nobody says that it is development. */
export function refuseUnlessDevelopment(door: string): void {
  refuseInProduction(door);
  if (isProduction()) {
    throw new Error(
      `${door} is for development alone, and nothing says that this is: set NODE_ENV=development (or test).`,
    );
  }
}

/** Written out, since bundlers put the value here. */
function readNodeEnv(): string | undefined {
  try {
    return process.env["NODE_ENV"];
  } catch {
    return undefined;
  }
}
