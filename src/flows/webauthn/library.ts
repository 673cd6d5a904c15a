import type * as SimpleWebAuthn from "@simplewebauthn/server";
import type * as SimpleWebAuthnHelpers from "@simplewebauthn/server/helpers";
import { InvalidProvider } from "../../errors.js";
import { asError } from "../../thrown.js";
import type { WebAuthnConfig, WebAuthnPackage } from "../../types/webauthn.js";

/** The optional peer that knows the protocol. */
export type Library = typeof SimpleWebAuthn;
export type Helpers = typeof SimpleWebAuthnHelpers;

/** Loads it when the first ceremony needs it. */
export async function loadLibrary(provider: WebAuthnConfig): Promise<Library> {
  const library = await load(provider, "server");
  // An older one may be there for something else, so that installing it beside us is no conflict.
  if (isLibrary(library)) return library;
  throw outdated(provider);
}

/** Its parts, for what it does not do by itself. */
export async function loadHelpers(provider: WebAuthnConfig): Promise<Helpers> {
  const helpers = await load(provider, "helpers");
  if (isHelpers(helpers)) return helpers;
  throw outdated(provider);
}

const isLibrary = (loaded: object): loaded is Library => "SimpleWebAuthnError" in loaded;
const isHelpers = (loaded: object): loaded is Helpers => "validateCertificatePath" in loaded;

/** The provider brings it: an import here would have every bundler look for it, in every application. */
async function load(provider: WebAuthnConfig, part: keyof WebAuthnPackage): Promise<object> {
  const { id, simpleWebAuthn } = provider;
  if (!simpleWebAuthn) {
    throw new InvalidProvider(
      `The provider ${JSON.stringify(id)} does not say how to load "@simplewebauthn/server". Make it with the function of latchkey/providers/passkey or latchkey/providers/webauthn, or set \`simpleWebAuthn\`.`,
    );
  }
  try {
    return await simpleWebAuthn[part]();
  } catch (error) {
    throw new InvalidProvider(
      `The provider ${JSON.stringify(id)} needs the package "@simplewebauthn/server", which could not be loaded. Install it: npm install @simplewebauthn/server`,
      { err: asError(error) },
    );
  }
}

function outdated({ id }: WebAuthnConfig): InvalidProvider {
  return new InvalidProvider(
    `The provider ${JSON.stringify(id)} needs version 14 or newer of the package "@simplewebauthn/server", and an older one is installed. Run: npm install @simplewebauthn/server@14`,
  );
}
