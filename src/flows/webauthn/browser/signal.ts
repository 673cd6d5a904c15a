// Browsers have these since 2025; others keep showing what their authenticators know (WebAuthn Level 3,
// section 5.1.10). Nothing here ever fails for the user.

interface Signals {
  signalUnknownCredential?(options: object): Promise<void>;
  signalAllAcceptedCredentials?(options: object): Promise<void>;
  signalCurrentUserDetails?(options: object): Promise<void>;
}

function signals(): Signals {
  return typeof PublicKeyCredential === "function" ? PublicKeyCredential : {};
}

async function ask(optionsUrl: string, credential?: string): Promise<unknown> {
  const url = new URL(optionsUrl, location.href);
  url.searchParams.set("action", "signal");
  if (credential !== undefined) url.searchParams.set("credential", credential);
  const response = await fetch(url, { credentials: "same-origin" });
  return response.ok ? response.json() : null;
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** Tells the authenticators that a passkey doesn't work here any more, if the server says so. */
export async function signalUnknown(optionsUrl: string, credentialId: string): Promise<boolean> {
  const authenticators = signals();
  if (!("signalUnknownCredential" in authenticators)) return false;
  const answer = await ask(optionsUrl, credentialId);
  if (member(answer, "unknown") !== true) return false;
  await authenticators.signalUnknownCredential({
    rpId: member(answer, "rpId"),
    credentialId,
  });
  return true;
}

/** Tells the authenticators which passkeys the signed-in user has, and what the user is called. */
export async function signalAll(optionsUrl: string): Promise<boolean> {
  const authenticators = signals();
  if (!("signalAllAcceptedCredentials" in authenticators)) return false;
  const answer = await ask(optionsUrl);
  const passkeys = member(answer, "passkeys");
  if (!Array.isArray(passkeys)) return false;
  const [rpId, name, displayName] = ["rpId", "name", "displayName"].map((one) =>
    member(answer, one),
  );
  // Each passkey has a user handle of its own.
  for (const passkey of passkeys) {
    const userId = member(passkey, "userId");
    const allAcceptedCredentialIds = passkeys
      .filter((one) => member(one, "userId") === userId)
      .map((one) => member(one, "id"));
    await authenticators.signalAllAcceptedCredentials({ rpId, userId, allAcceptedCredentialIds });
    await authenticators.signalCurrentUserDetails?.({ rpId, userId, name, displayName });
  }
  return true;
}
