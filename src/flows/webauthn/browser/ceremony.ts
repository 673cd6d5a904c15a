import { encode } from "./encoding.js";
import { readCreationOptions, readRequestOptions } from "./options.js";

export type CeremonyAction = "authenticate" | "register";

/** The response of `GET webauthn-options/{id}`. */
export type CeremonyOptions =
  | { readonly action: "register"; readonly options: PublicKeyCredentialCreationOptionsJSON }
  | { readonly action: "authenticate"; readonly options: PublicKeyCredentialRequestOptionsJSON };

/** The fields posted to `callback/{id}`. */
export interface CeremonyAnswer {
  readonly action: CeremonyAction;
  readonly data: string;
  /** The id of the passkey. Not posted. */
  readonly id: string;
}

export interface CeremonyControls {
  readonly signal?: AbortSignal;
  /** Offers passkeys in the suggestions of a field, or creates one, without asking at once. */
  readonly conditional?: boolean;
}

/** Whether WebAuthn is available here: not on plain http sites. */
export function isSupported(): boolean {
  return typeof PublicKeyCredential === "function" && "credentials" in navigator;
}

/** Prompts the authenticator. Throws the browser's `DOMException` if that fails. */
export async function perform(
  ceremony: CeremonyOptions,
  { signal, conditional = false }: CeremonyControls = {},
): Promise<CeremonyAnswer> {
  const { action } = ceremony;
  const controls = { ...(signal && { signal }), ...(conditional && conditionally) };
  const credential =
    action === "register"
      ? await navigator.credentials.create({
          ...controls,
          publicKey: readCreationOptions(ceremony.options),
        })
      : await navigator.credentials.get({
          ...controls,
          publicKey: readRequestOptions(ceremony.options),
        });
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException("", "NotAllowedError");
  return { action, data: credentialJson(credential), id: credential.id };
}

const conditionally = { mediation: "conditional" } as const;

/** The credential as JSON text, as the server reads it (WebAuthn Level 3, section 5.1.8). */
function credentialJson(credential: PublicKeyCredential): string {
  const { id, type, response } = credential;
  return JSON.stringify({
    id,
    rawId: id,
    type,
    clientExtensionResults: {},
    response: { clientDataJSON: encode(response.clientDataJSON), ...membersOf(response) },
  });
}

function membersOf(response: AuthenticatorResponse): Record<string, unknown> {
  if (response instanceof AuthenticatorAttestationResponse) {
    return {
      attestationObject: encode(response.attestationObject),
      // Not every browser has it.
      transports: "getTransports" in response ? response.getTransports() : [],
    };
  }
  if (!(response instanceof AuthenticatorAssertionResponse)) return {};
  const { authenticatorData, signature, userHandle } = response;
  return {
    authenticatorData: encode(authenticatorData),
    signature: encode(signature),
    ...(userHandle && { userHandle: encode(userHandle) }),
  };
}
