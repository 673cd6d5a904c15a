import { AccountNotLinked, WebAuthnVerificationError } from "../../errors.js";
import { asError } from "../../thrown.js";
import type { Authenticator } from "../../types/adapter.js";
import type { User } from "../../types/session.js";
import type { Verified } from "../flow.js";
import { encoded, type Answer } from "./answer.js";
import { assertAttested } from "./attestation.js";
import type { Ceremony } from "./ceremony.js";
import type { Taken } from "./challenge.js";
import { joinTransports, storedOf, toStored } from "./codec.js";
import { loadLibrary } from "./library.js";
import type { Newcomer } from "./pending.js";
import { relayingParty } from "./relying-party.js";
import { verificationFor } from "./verification.js";
import { writing } from "../passkey-row.js";

/** Somebody has made a credential. */
export async function finishRegistration(
  ceremony: Ceremony,
  answer: Answer,
  { newcomer, beganAs, beganAt }: Taken,
): Promise<Verified> {
  const { provider, store } = ceremony;
  if (!newcomer) throw new WebAuthnVerificationError("The challenge was not made for registering.");
  const { authenticator, userVerified } = await verify(ceremony, answer, newcomer.handle);
  if (newcomer.taken || (await store.getAuthenticator(authenticator.credentialID))) {
    throw new AccountNotLinked(
      "This credential, or the name it was made for, is somebody's already.",
    );
  }
  const { providerAccountId } = authenticator;
  return {
    kind: "verified",
    trust: "account-only",
    user: await userOf(ceremony, newcomer, beganAs),
    account: { provider: provider.id, providerAccountId, type: "webauthn" },
    bothSteps: userVerified,
    beganAs,
    ...(beganAs !== null && { links: true as const }),
    beganAt,
    ...writing(authenticator),
  };
}

/** The user who was signed in when the ceremony began, else the newcomer. */
async function userOf(
  { store }: Ceremony,
  { user }: Newcomer,
  beganAs: string | null,
): Promise<User> {
  return (beganAs === null ? null : await store.getUser(beganAs)) ?? user;
}

/**
 * The credential as it is stored. The account it belongs to is named by the user handle, so that the
 * handle can be checked at every sign-in.
 */
async function verify(ceremony: Ceremony, answer: Answer, handle: string): Promise<Made> {
  const { provider } = ceremony;
  const { registrationInfo } = await judge(ceremony, answer);
  const credentialID = registrationInfo && toStored(registrationInfo.credential.id);
  if (!registrationInfo || credentialID === undefined) {
    throw new WebAuthnVerificationError("The new credential could not be verified.");
  }
  const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
  const attestationObject = encoded(answer.response, "attestationObject");
  await assertAttested(provider, await loadLibrary(provider), {
    ...registrationInfo,
    attestationObject,
  });
  const authenticator = {
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

interface Made {
  readonly authenticator: Authenticator;
  /** The person showed a PIN, a finger or their face. */
  readonly userVerified: boolean;
}

async function judge(ceremony: Ceremony, { id, response, clientDataJSON, challenge }: Answer) {
  const { provider } = ceremony;
  const { registrationOptions, verifyRegistrationOptions } = provider;
  const { userVerification } = registrationOptions?.authenticatorSelection ?? {};
  const attestationObject = encoded(response, "attestationObject");
  const library = await loadLibrary(provider);
  const { id: expectedRPID, origin: expectedOrigin } = await relayingParty(ceremony);
  const algorithms = registrationOptions?.supportedAlgorithmIDs;
  try {
    return await library.verifyRegistrationResponse({
      ...verifyRegistrationOptions,
      ...(algorithms && { supportedAlgorithmIDs: algorithms }),
      requireUserVerification: verificationFor(userVerification, verifyRegistrationOptions)
        .required,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID,
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
    throw new WebAuthnVerificationError("The new credential was refused.", { err: asError(error) });
  }
}

const knownTransports = new Set(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);

function transportsOf({ response }: Answer): string[] {
  const { transports } = response;
  if (!Array.isArray(transports)) return [];
  const known = transports.filter((name) => typeof name === "string" && knownTransports.has(name));
  return [...new Set(known.map(String))];
}
