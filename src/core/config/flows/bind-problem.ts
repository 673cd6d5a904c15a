import { asError } from "../../errors/as-error.js";
import { InvalidProvider } from "../../errors/errors.js";

const factories: Readonly<Record<string, string>> = {
  guest: "Guest from latchkey/providers/guest",
  password: "Password from latchkey/providers/password",
  webauthn: "Passkey from latchkey/providers/passkey",
};

/** Not every configuration is type-checked. */
export function noFlow({ id, type }: { id?: unknown; type?: unknown }): InvalidProvider {
  const named = `The provider ${JSON.stringify(id)} has the type ${JSON.stringify(type)}`;
  const factory = typeof type === "string" && Object.hasOwn(factories, type) && factories[type];
  return new InvalidProvider(
    factory
      ? `${named}, which can't be written as a plain object. Import ${factory} and call it with your options.`
      : `${named}, which isn't oidc, oauth, email, credentials, password or webauthn.`,
  );
}

export function failedFactory({ name }: { name: string }, error: unknown): InvalidProvider {
  return new InvalidProvider(
    `A provider function was passed without being called, and it needs options. Call it: ${name || "provider"}({ … }).`,
    { err: asError(error) },
  );
}
