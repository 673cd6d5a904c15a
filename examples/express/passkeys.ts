import { createRequire } from "node:module";
import { dirname } from "node:path";
import express, { Router } from "express";
import type { Session } from "latchkey/express";
import type { Store } from "./store.js";

/** A passkey, as its owner may know it. */
export interface OwnPasskey {
  readonly id: string;
  /** Kept by a service that copies it to the person's other devices. */
  readonly synced: boolean;
  readonly transports: readonly string[];
  readonly uses: number;
}

/** The passkeys of whoever is signed in. */
export async function passkeysOf(
  { adapter }: Store,
  session: Session | null,
): Promise<readonly OwnPasskey[]> {
  const email = session?.user?.email;
  const user = email ? await adapter.getUserByEmail(email) : null;
  if (!user) return [];
  const rows = await adapter.listAuthenticatorsByUserId(user.id);
  return rows.map(({ credentialID, credentialBackedUp, transports, counter }) => ({
    id: credentialID,
    synced: credentialBackedUp,
    transports: transports?.split(",") ?? [],
    uses: counter,
  }));
}

const script = `import { isSupported, register } from "/latchkey-webauthn/index.js";

const button = document.querySelector("#add-passkey");
const answer = document.querySelector("#passkey-answer");
const words = {
  Cancelled: "No passkey was made.",
  AlreadyRegistered: "This device has a passkey for you already.",
};

if (button && isSupported()) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    answer.textContent = "";
    const result = await register("passkey", { redirectTo: "/" });
    if (result) answer.textContent = words[result.error] ?? "That did not work. Try again.";
  });
}
`;

/** The script of the button "Add a passkey", and `latchkey/webauthn` for it to import. */
export function passkeyAssets(): Router {
  const router = Router();
  const folder = dirname(createRequire(import.meta.url).resolve("latchkey/webauthn"));
  router.use("/latchkey-webauthn", express.static(folder, { index: false }));
  router.get("/passkeys.js", (_req, res) => {
    res.set("Cache-Control", "no-cache").type("text/javascript").send(script);
  });
  return router;
}
