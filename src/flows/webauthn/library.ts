import type * as SimpleWebAuthn from "@simplewebauthn/server";
import { InvalidProvider } from "../../errors.js";
import { asError } from "../../thrown.js";

/** The optional peer that knows the protocol. */
export type Library = typeof SimpleWebAuthn;

/** Loads it when the first ceremony needs it. */
export async function loadLibrary(providerId: string): Promise<Library> {
  try {
    return await import("@simplewebauthn/server");
  } catch (error) {
    throw new InvalidProvider(
      `The provider ${JSON.stringify(providerId)} needs the package "@simplewebauthn/server", which could not be loaded. Install it: npm install @simplewebauthn/server`,
      { err: asError(error) },
    );
  }
}
