import type * as SimpleWebAuthn from "@simplewebauthn/server";
import type * as SimpleWebAuthnHelpers from "@simplewebauthn/server/helpers";
import { InvalidProvider } from "../../errors.js";
import { asError } from "../../thrown.js";

/** The optional peer that knows the protocol. */
export type Library = typeof SimpleWebAuthn;
export type Helpers = typeof SimpleWebAuthnHelpers;

/** Loads it when the first ceremony needs it. */
export async function loadLibrary(providerId: string): Promise<Library> {
  const library = await load(providerId);
  // An older one may be there for something else, so that installing it beside us is no conflict.
  if ("SimpleWebAuthnError" in library) return library;
  throw new InvalidProvider(
    `The provider ${JSON.stringify(providerId)} needs version 14 or newer of the package "@simplewebauthn/server", and an older one is installed. Run: npm install @simplewebauthn/server@14`,
  );
}

async function load(providerId: string): Promise<Library> {
  // An import within `try` may fail without failing a build: not everybody has the package.
  try {
    return await import("@simplewebauthn/server");
  } catch (error) {
    throw missing(providerId, error);
  }
}

/** Its parts, for what it does not do by itself. */
export async function loadHelpers(providerId: string): Promise<Helpers> {
  try {
    return await import("@simplewebauthn/server/helpers");
  } catch (error) {
    throw missing(providerId, error);
  }
}

function missing(providerId: string, error: unknown): InvalidProvider {
  return new InvalidProvider(
    `The provider ${JSON.stringify(providerId)} needs the package "@simplewebauthn/server", which could not be loaded. Install it: npm install @simplewebauthn/server`,
    { err: asError(error) },
  );
}
