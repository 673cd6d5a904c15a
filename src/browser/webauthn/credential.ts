import { encode } from "./encoding.js";

/** The credential as JSON text, as the server reads it (WebAuthn Level 3, section 5.1.8). */
export function credentialJson(credential: PublicKeyCredential): string {
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
