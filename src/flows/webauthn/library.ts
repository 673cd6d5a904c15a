import type * as SimpleWebAuthn from "@simplewebauthn/server";
import type * as SimpleWebAuthnHelpers from "@simplewebauthn/server/helpers";
import { asError } from "../../core/errors/as-error.js";
import { InvalidProvider } from "../../core/errors/errors.js";
import type { WebAuthnConfig, WebAuthnPackage } from "../../types/webauthn.js";

/** The optional peer dependency that implements the protocol. */
export type Library = typeof SimpleWebAuthn;
export type Helpers = typeof SimpleWebAuthnHelpers;

/** Loads it when the first ceremony needs it. */
export async function loadLibrary(provider: WebAuthnConfig): Promise<Library> {
  const library = await load(provider, "server");
  // An older version may be installed for something else, so the peer range allows it.
  if (isLibrary(library)) return library;
  throw outdated(provider);
}

/** Its parts, for what it doesn't do by itself. */
export async function loadHelpers(provider: WebAuthnConfig): Promise<Helpers> {
  const helpers = await load(provider, "helpers");
  if (isHelpers(helpers)) return helpers;
  throw outdated(provider);
}

const isLibrary = (loaded: object): loaded is Library => "SimpleWebAuthnError" in loaded;
const isHelpers = (loaded: object): loaded is Helpers => "validateCertificatePath" in loaded;

/** The provider imports it: an import here would make every bundler look for it, in every app. */
async function load(provider: WebAuthnConfig, part: keyof WebAuthnPackage): Promise<object> {
  const { id, simpleWebAuthn } = provider;
  if (!simpleWebAuthn) {
    throw new InvalidProvider(
      `The provider ${JSON.stringify(id)} can't load "@simplewebauthn/server". Create it with \`Passkey()\` from latchkey/providers/passkey or \`WebAuthn()\` from latchkey/providers/webauthn, or set \`simpleWebAuthn\`.`,
    );
  }
  try {
    return await simpleWebAuthn[part]();
  } catch (error) {
    throw new InvalidProvider(
      `The provider ${JSON.stringify(id)} needs the package "@simplewebauthn/server", which couldn't be loaded. Install it: npm install @simplewebauthn/server`,
      { err: asError(error) },
    );
  }
}

function outdated({ id }: WebAuthnConfig): InvalidProvider {
  return new InvalidProvider(
    `The provider ${JSON.stringify(id)} needs version 14.0.3 or newer of the package "@simplewebauthn/server", but an older one is installed. Run: npm install @simplewebauthn/server@14`,
  );
}
