import { toBase64Url } from "../../core/crypto/encoding.js";
import { randomBytes } from "../../core/crypto/random.js";
import { FreshSignInRequired } from "../../core/errors/errors.js";
import { crossSiteReason } from "../../core/http/csrf.js";
import { json, type Outcome } from "../../core/http/outcome.js";
import { type Ceremony, type CeremonyAction, defaultTimeout } from "./ceremony.js";
import { issueChallenge, type Newcomer } from "./challenge.js";
import { loadLibrary } from "./library.js";
import { relayingParty } from "./relying-party.js";
import { credentialsOf, type Requester, requesterOf } from "./requester.js";
import { readAction } from "./response.js";
import { subjectOf } from "./subject.js";
import { verificationFor } from "./verification.js";

/**
 * Checked again when the passkey is stored; checked here, so that no device creates a passkey in
 * vain.
 */
async function assertFresh({ context, provider }: Ceremony, userId: string): Promise<void> {
  if (await context.isFresh(userId)) return;
  throw new FreshSignInRequired(
    "Adding a passkey requires a sign-in within the last ten minutes, with both factors if the user has two.",
    { provider: provider.id },
  );
}

/** A passkey is added to the signed-in user; with explicit linking, only if that was requested. */
function isLinking({ context }: Ceremony): boolean {
  return !context.explicitLinking || context.query.text("link") === "true";
}

const invalid = (error: "Invalid action" | "Invalid request"): Outcome => json({ error }, 400);

/** `GET webauthn-options/{id}`: the ceremony and its options for the browser. */
export async function ceremonyOptions(ceremony: Ceremony): Promise<Outcome> {
  const { headers, site, query } = ceremony.context;
  if (crossSiteReason(headers, site.origin) !== undefined) return invalid("Invalid request");
  const named = query.text("action");
  if (named === "signal") return (await import("./signal.js")).signals(ceremony);
  const action = readAction(named);
  if (named !== undefined && action === undefined) return invalid("Invalid action");
  const who = await requesterOf(ceremony, action === "register" && !isLinking(ceremony));
  const name = registrantOf(who);
  const decision = decide({ action, signedIn: who.id !== null, someone: name !== undefined });
  if (decision === undefined) return invalid("Invalid request");
  if (decision === "register" && who.id !== null) await assertFresh(ceremony, who.id);
  const options =
    decision === "register" && name !== undefined
      ? await registrationOptions(ceremony, who, name)
      : await authenticationOptions(ceremony, who);
  return json({ action: decision, options });
}

/** Options for `navigator.credentials.get()`. */
async function authenticationOptions(ceremony: Ceremony, who: Requester) {
  const { provider } = ceremony;
  const { timeout = defaultTimeout, ...options } = provider.authenticationOptions ?? {};
  const { asked } = verificationFor(options.userVerification, provider.verifyAuthenticationOptions);
  const library = await loadLibrary(provider);
  const subject = await subjectOf(ceremony, who);
  const began = { action: "authenticate", beganAs: who.id, subject } as const;
  const pending = { ...began, newcomer: null, upgrades: false };
  return library.generateAuthenticationOptions({
    ...options,
    timeout,
    userVerification: asked,
    rpID: (await relayingParty(ceremony)).id,
    // Credentials are listed only for the signed-in user: for someone who merely names an address, they would
    // reveal whether it has an account.
    ...(who.user && { allowCredentials: await credentialsOf(ceremony, who.user) }),
    challenge: await issueChallenge(ceremony, pending, timeout),
  });
}

interface Facts {
  /** The `action` of the query, if any. */
  readonly action: CeremonyAction | undefined;
  readonly signedIn: boolean;
  /** Whether someone can be registered: the signed-in user, or the named one. */
  readonly someone: boolean;
}

/**
 * Which ceremony a request is for; undefined if it makes no sense. Whether the named user exists isn't
 * considered, so the response doesn't reveal it.
 */
function decide({ action, signedIn, someone }: Facts): CeremonyAction | undefined {
  if (action === "authenticate") return "authenticate";
  if (action === "register") return someone ? "register" : undefined;
  return signedIn ? undefined : "authenticate";
}

/** The name under which the requester may create a credential; undefined if none. */
function registrantOf({ user, claimed }: Requester): string | undefined {
  if (user) return user.email || user.name || user.id;
  return claimed?.user.email || claimed?.user.name || undefined;
}

/** Options for `navigator.credentials.create()`. */
async function registrationOptions(ceremony: Ceremony, who: Requester, userName: string) {
  const { provider } = ceremony;
  const { timeout = defaultTimeout, ...options } = provider.registrationOptions ?? {};
  const library = await loadLibrary(provider);
  const { id: rpID, name: rpName } = await relayingParty(ceremony);
  const userID = randomBytes(32);
  const newcomer = newcomerOf(who, toBase64Url(userID));
  // Only ever for the signed-in user, who has proven recently who they are.
  const upgrades = who.id !== null && ceremony.context.query.text("upgrade") === "true";
  const began = { action: "register", beganAs: who.id, subject: null } as const;
  const pending = { ...began, newcomer, upgrades };
  return library.generateRegistrationOptions({
    ...options,
    timeout,
    rpID,
    rpName,
    userName,
    userDisplayName: who.user?.name || userName,
    userID,
    authenticatorSelection: {
      ...selectionOf(ceremony),
      ...(upgrades && { userVerification: "preferred" }),
    },
    excludeCredentials: who.user ? await credentialsOf(ceremony, who.user) : [],
    challenge: await issueChallenge(ceremony, pending, timeout),
  });
}

/** For an existing user, only what the requester said is sealed, because its length would reveal the rest. */
function newcomerOf({ claimed }: Requester, handle: string): Newcomer {
  if (!claimed) return { user: {}, handle, taken: 0 };
  const { id: _, ...user } = claimed.user;
  if (!claimed.exists) return { user, handle, taken: 0 };
  const { email, name } = user;
  return { user: email ? { email } : { name: name ?? "" }, handle, taken: 1 };
}

/** A copy, since the library modifies it. */
function selectionOf({ provider }: Ceremony): AuthenticatorSelectionCriteria {
  const selection = provider.registrationOptions?.authenticatorSelection ?? {};
  const { asked } = verificationFor(selection.userVerification, provider.verifyRegistrationOptions);
  return {
    ...(selection.requireResidentKey === undefined && { residentKey: "required" }),
    ...selection,
    userVerification: asked,
  };
}
