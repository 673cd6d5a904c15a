import { credentialJson } from "./credential.js";
import { readCreationOptions, readRequestOptions } from "./options.js";

export type CeremonyAction = "authenticate" | "register";

/** What the server answers: `GET webauthn-options/{id}`. */
export type CeremonyOptions =
  | { readonly action: "register"; readonly options: PublicKeyCredentialCreationOptionsJSON }
  | { readonly action: "authenticate"; readonly options: PublicKeyCredentialRequestOptionsJSON };

/** What is posted to `callback/{id}`. */
export interface CeremonyAnswer {
  readonly action: CeremonyAction;
  readonly data: string;
}

export interface CeremonyControls {
  readonly signal?: AbortSignal;
  /** Offers passkeys in the suggestions of a field instead of asking at once. */
  readonly conditional?: boolean;
}

/** Whether this browser knows WebAuthn here: not on plain http sites. */
export function isSupported(): boolean {
  return typeof PublicKeyCredential === "function" && "credentials" in navigator;
}

/** Asks the authenticator. Throws the `DOMException` of the browser when nothing comes of it. */
export async function perform(
  ceremony: CeremonyOptions,
  { signal, conditional = false }: CeremonyControls = {},
): Promise<CeremonyAnswer> {
  const { action } = ceremony;
  const controls = { ...(signal && { signal }), ...(conditional && conditionally) };
  const credential =
    action === "register"
      ? await navigator.credentials.create({
          ...(signal && { signal }),
          publicKey: readCreationOptions(ceremony.options),
        })
      : await navigator.credentials.get({
          ...controls,
          publicKey: readRequestOptions(ceremony.options),
        });
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException("", "NotAllowedError");
  return { action, data: credentialJson(credential) };
}

const conditionally = { mediation: "conditional" } as const;
