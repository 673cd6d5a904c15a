import { asError } from "../../core/errors/as-error.js";
import { AccountNotLinked, WebAuthnVerificationError } from "../../core/errors/errors.js";
import type { Verified } from "../../core/flow.js";
import { writing } from "../../core/passkeys/row.js";
import type { Authenticator } from "../../types/adapter.js";
import { assertAttested } from "./attestation.js";
import type { Ceremony } from "./ceremony.js";
import type { Newcomer, TakenChallenge } from "./challenge.js";
import { joinTransports, storedOf, toStored } from "./codec.js";
import { loadLibrary } from "./library.js";
import { originsOf, relayingParty } from "./relying-party.js";
import { encoded, type CeremonyResponse } from "./response.js";
import { verificationFor } from "./verification.js";

/** Finishes the registration of a passkey. */
export async function finishRegistration(
  ceremony: Ceremony,
  answer: CeremonyResponse,
  { newcomer, beganAs, beganAt, upgrades }: TakenChallenge,
): Promise<Verified> {
  const { provider, store } = ceremony;
  if (!newcomer) {
    throw new WebAuthnVerificationError("The challenge wasn't issued for registering a passkey.");
  }
  const begun = { handle: newcomer.handle, upgrades };
  const { authenticator, userVerified } = await verify(ceremony, answer, begun);
  if (newcomer.taken || (await store.getAuthenticator(authenticator.credentialID))) {
    throw new AccountNotLinked(
      "This credential, or the name it was created for, already belongs to a user.",
    );
  }
  const { providerAccountId } = authenticator;
  return {
    kind: "verified",
    trust: "account-only",
    // The user who was signed in when the ceremony began, otherwise the new user.
    user: (beganAs === null ? null : await store.getUser(beganAs)) ?? newcomer.user,
    account: { provider: provider.id, providerAccountId, type: "webauthn" },
    bothSteps: userVerified,
    beganAs,
    ...(beganAs !== null && { links: true as const }),
    beganAt,
    ...writing(authenticator),
  };
}

/**
 * The credential as stored. Its account is named by the user handle, so that the handle can be checked at
 * every sign-in.
 */
async function verify(
  ceremony: Ceremony,
  answer: CeremonyResponse,
  { handle, upgrades }: Pick<Newcomer, "handle"> & Pick<TakenChallenge, "upgrades">,
) {
  const { provider } = ceremony;
  const { registrationInfo } = await judge(ceremony, answer, upgrades);
  const credentialID = registrationInfo && toStored(registrationInfo.credential.id);
  if (!registrationInfo || credentialID === undefined) {
    throw new WebAuthnVerificationError("The new credential couldn't be verified.");
  }
  const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
  const attestationObject = encoded(answer.response, "attestationObject");
  await assertAttested(provider, await loadLibrary(provider), {
    ...registrationInfo,
    attestationObject,
  });
  const authenticator: Authenticator = {
    credentialID,
    credentialPublicKey: storedOf(credential.publicKey),
    counter: credential.counter,
    credentialDeviceType,
    credentialBackedUp,
    transports: joinTransports(transportsOf(answer)),
    providerAccountId: handle,
  };
  return { authenticator, userVerified: registrationInfo.userVerified };
}

async function judge(
  ceremony: Ceremony,
  { id, response, clientDataJSON, challenge }: CeremonyResponse,
  upgrades: boolean,
) {
  const { provider } = ceremony;
  const { registrationOptions, verifyRegistrationOptions } = provider;
  const { userVerification } = registrationOptions?.authenticatorSelection ?? {};
  const verifies = verificationFor(userVerification, verifyRegistrationOptions);
  const attestationObject = encoded(response, "attestationObject");
  const library = await loadLibrary(provider);
  const party = await relayingParty(ceremony);
  const algorithms = registrationOptions?.supportedAlgorithmIDs;
  try {
    return await library.verifyRegistrationResponse({
      ...verifyRegistrationOptions,
      ...(algorithms && { supportedAlgorithmIDs: algorithms }),
      requireUserVerification: verifies.required && !upgrades,
      // The browser creates it by itself, after it filled in a password (WebAuthn Level 3, section 5.1.3).
      requireUserPresence: !upgrades,
      expectedChallenge: challenge,
      expectedOrigin: originsOf(ceremony, party),
      expectedRPID: party.id,
      expectedType: "webauthn.create",
      response: {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
    });
  } catch (error) {
    throw new WebAuthnVerificationError("The new credential was rejected.", {
      err: asError(error),
    });
  }
}

const knownTransports = new Set(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);

function transportsOf({ response }: CeremonyResponse): string[] {
  const { transports } = response;
  if (!Array.isArray(transports)) return [];
  const known = transports.filter((name) => typeof name === "string" && knownTransports.has(name));
  return [...new Set(known.map(String))];
}
