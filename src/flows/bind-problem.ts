import { InvalidProvider } from "../errors.js";
import { asError } from "../thrown.js";

const factories: Readonly<Record<string, string>> = {
  password: "Password from latchkey/providers/password",
  webauthn: "Passkey from latchkey/providers/passkey",
};

/** Not every configuration is checked by a compiler. */
export function noFlow({ id, type }: { id?: unknown; type?: unknown }): InvalidProvider {
  const named = `The provider ${JSON.stringify(id)} has the type ${JSON.stringify(type)}`;
  const factory = typeof type === "string" && Object.hasOwn(factories, type) && factories[type];
  return new InvalidProvider(
    factory
      ? `${named}, which can't be written as a plain object. Import ${factory} and call it with your options.`
      : `${named}, which is none of oidc, oauth, email, credentials, password and webauthn.`,
  );
}

export function failedFactory({ name }: { name: string }, error: unknown): InvalidProvider {
  return new InvalidProvider(
    `A provider was given as a function, and calling it without options failed. Call it with its options: ${name || "provider"}({ … }).`,
    { err: asError(error) },
  );
}
