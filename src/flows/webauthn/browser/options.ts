import { decode } from "./encoding.js";

// Browsers read the options themselves since 2023-2025 (WebAuthn Level 3, section 5.1.9 and 5.1.10);
// the rest is for those that don't.

type CreationJSON = PublicKeyCredentialCreationOptionsJSON;
type RequestJSON = PublicKeyCredentialRequestOptionsJSON;

/** The static members of `PublicKeyCredential` that not every browser has. */
type Statics = Partial<
  Pick<
    typeof PublicKeyCredential,
    | "parseCreationOptionsFromJSON"
    | "parseRequestOptionsFromJSON"
    | "isConditionalMediationAvailable"
    | "getClientCapabilities"
  >
>;

export function statics(): Statics {
  return PublicKeyCredential;
}

export function readCreationOptions(json: CreationJSON): PublicKeyCredentialCreationOptions {
  const native = statics().parseCreationOptionsFromJSON;
  if (native) return native.call(PublicKeyCredential, json);
  const { challenge, user, excludeCredentials, extensions, attestation, ...rest } = json;
  return {
    ...rest,
    ...plainExtensions(extensions),
    ...(attestation === "direct" && { attestation }),
    challenge: decode(challenge),
    user: { ...user, id: decode(user.id) },
    excludeCredentials: (excludeCredentials ?? []).map(descriptor),
  };
}

export function readRequestOptions(json: RequestJSON): PublicKeyCredentialRequestOptions {
  const native = statics().parseRequestOptionsFromJSON;
  if (native) return native.call(PublicKeyCredential, json);
  const { challenge, allowCredentials, extensions, userVerification, ...rest } = json;
  return {
    ...rest,
    ...plainExtensions(extensions),
    ...(isRequirement(userVerification) && { userVerification }),
    challenge: decode(challenge),
    allowCredentials: (allowCredentials ?? []).map(descriptor),
  };
}

/** Extensions that hold no bytes; browsers too old to read options know no others. */
function plainExtensions(extensions: AuthenticationExtensionsClientInputsJSON | undefined) {
  const { appid, credProps } = extensions ?? {};
  const plain = {
    ...(appid !== undefined && { appid }),
    ...(credProps !== undefined && { credProps }),
  };
  return { extensions: plain };
}

function descriptor({ id, transports }: PublicKeyCredentialDescriptorJSON) {
  const known = (transports ?? []).filter(isTransport);
  return { id: decode(id), type: "public-key", transports: known } as const;
}

function isTransport(text: string): text is AuthenticatorTransport {
  return ["ble", "hybrid", "internal", "nfc", "usb"].includes(text);
}

function isRequirement(text: string | undefined): text is UserVerificationRequirement {
  return text === "required" || text === "preferred" || text === "discouraged";
}
