import { WebAuthnVerificationError } from "../../errors.js";
import { asError } from "../../thrown.js";
import type { AdapterAuthenticator, AdapterUser } from "../../types/adapter.js";
import type { Store } from "../../types/store.js";
import type { Verified } from "../flow.js";
import { encoded, type Answer } from "./answer.js";
import type { Ceremony } from "./ceremony.js";
import { forgetChallenges } from "./challenge.js";
import { bytesOfStored, fromStored, splitTransports, toStored } from "./codec.js";
import { loadLibrary } from "./library.js";
import { isLinked } from "./passkeys.js";
import type { Pending } from "./pending.js";
import { relayingParty } from "./relying-party.js";
import { isSubject } from "./subject.js";
import { verificationFor } from "./verification.js";

/** A credential and the user it belongs to. */
interface Known {
  readonly authenticator: AdapterAuthenticator;
  readonly user: AdapterUser;
}

/** Somebody has used a credential. */
export async function finishAuthentication(
  ceremony: Ceremony,
  answer: Answer,
  { subject }: Pending,
): Promise<Verified> {
  const { provider, context } = ceremony;
  const known = await findKnown(ceremony, answer);
  const { user, authenticator } = known;
  const isExpected = subject === null || (await isSubject(ceremony, subject, user));
  if (!isExpected) throw refusal("The credential belongs to another user than the one asked for.");
  checkHandle(authenticator, answer, subject !== null);
  const { newCounter: counter, userVerified } = await verify(ceremony, answer, authenticator);
  forgetChallenges(context);
  const { providerAccountId } = authenticator;
  return {
    kind: "verified",
    trust: "account-only",
    user,
    account: { provider: provider.id, providerAccountId, type: "webauthn" },
    bothSteps: userVerified,
    usedPasskey: authenticator.credentialID,
    alongside: (store, userId) => keepCounter(store, known, { userId, counter }),
  };
}

async function findKnown({ store, provider }: Ceremony, { id }: Answer): Promise<Known> {
  const authenticator = await store.getAuthenticator(toStored(id) ?? "");
  if (!authenticator) throw refusal("Nobody has registered this credential.");
  if (!(await isLinked({ store, provider: provider.id }, authenticator))) {
    throw refusal("The credential is not linked to an account of this provider.");
  }
  const user = await store.getUser(authenticator.userId);
  if (!user) throw refusal("The user of this credential does not exist.");
  return { authenticator, user };
}

/**
 * WebAuthn Level 3, section 7.2, step 6: where nobody was named the authenticator must name the user;
 * a name that is given must be right. Credentials made by other software, whose account is named by
 * the credential's id, have a handle that nobody remembers.
 */
function checkHandle(
  { providerAccountId, credentialID }: AdapterAuthenticator,
  { response }: Answer,
  named: boolean,
): void {
  const handle = response["userHandle"] ?? "";
  if (handle === "" && named) return;
  if (handle === "") throw refusal("The authenticator did not say whose credential it is.");
  if (providerAccountId === credentialID || handle === providerAccountId) return;
  throw refusal("The authenticator says that the credential is another user's.");
}

/** Throws unless the answer is right in every respect. Tells the new counter, and whether it was the person. */
async function verify(
  ceremony: Ceremony,
  answer: Answer,
  authenticator: AdapterAuthenticator,
): Promise<{ readonly newCounter: number; readonly userVerified: boolean }> {
  const { id, response, clientDataJSON, challenge } = answer;
  const { provider } = ceremony;
  const { authenticationOptions: options, verifyAuthenticationOptions: strictness } = provider;
  const library = await loadLibrary(provider);
  const { id: expectedRPID, origin: expectedOrigin } = await relayingParty(ceremony);
  const authenticatorData = encoded(response, "authenticatorData");
  const signature = encoded(response, "signature");
  try {
    const { verified, authenticationInfo } = await library.verifyAuthenticationResponse({
      ...strictness,
      requireUserVerification: verificationFor(options?.userVerification, strictness).required,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID,
      expectedType: "webauthn.get",
      credential: credentialOf(authenticator),
      response: {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
    });
    if (verified && !isSameKind(authenticator, authenticationInfo)) {
      throw new Error("Whether the credential can be backed up is not as it was when it was made.");
    }
    if (verified) return authenticationInfo;
  } catch (error) {
    throw refusal("The answer of the authenticator was refused.", asError(error));
  }
  throw refusal("The signature is not the credential's.");
}

const kinds: ReadonlySet<string> = new Set(["singleDevice", "multiDevice"]);

/**
 * WebAuthn Level 3, section 7.2, step 19: whether a credential can be backed up is settled when it is made.
 * One that says otherwise is a copy, or not what it claims to be. Rows of other software may not tell.
 */
function isSameKind(
  { credentialDeviceType: before }: Pick<AdapterAuthenticator, "credentialDeviceType">,
  { credentialDeviceType: now }: Pick<AdapterAuthenticator, "credentialDeviceType">,
): boolean {
  return !kinds.has(before) || before === now;
}

function credentialOf({ credentialID, credentialPublicKey, ...row }: AdapterAuthenticator) {
  return {
    id: fromStored(credentialID),
    publicKey: bytesOfStored(credentialPublicKey),
    counter: Number(row.counter),
    transports: splitTransports(row.transports),
  };
}

/**
 * Runs once it is settled that the person signs in, one sign-in of an account after the other. The
 * counter is looked at again, so that of two copies of an authenticator only one gets through.
 */
async function keepCounter(
  store: Store,
  { authenticator, user }: Known,
  { userId, counter }: { userId: string; counter: number },
): Promise<void> {
  if (String(userId) !== String(user.id)) throw refusal("The account changed hands meanwhile.");
  const { credentialID } = authenticator;
  const stored = Number((await store.getAuthenticator(credentialID))?.counter);
  if (stored === 0 && counter === 0) return;
  if (!(counter > stored)) throw refusal("The counter of the authenticator did not go up.");
  await store.updateAuthenticatorCounter(credentialID, counter);
}

function refusal(message: string, err?: Error): WebAuthnVerificationError {
  return new WebAuthnVerificationError(message, err && { err });
}
