"use client";
import { useState } from "react";
import { signIn } from "latchkey/webauthn";

/** Passkeys are made and used in the browser. */
export function PasskeyForm({ callbackUrl }: { callbackUrl: string }) {
  const [email, setEmail] = useState("");
  const [message, setMessage] = useState("");
  const start = async (action: "authenticate" | "register") => {
    const options = { basePath: "/api/auth", redirectTo: callbackUrl, action };
    const result = await signIn("passkey", { ...options, ...(email && { email }) });
    if (result?.error) setMessage(`The passkey did not work (${result.error})`);
  };
  return (
    <fieldset id="passkey">
      <legend>Passkey</legend>
      <input
        aria-label="E-mail address for the passkey"
        type="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <button onClick={() => void start("authenticate")}>Sign in with a passkey</button>
      <button onClick={() => void start("register")}>Make a passkey</button>
      {message && <p role="alert">{message}</p>}
    </fieldset>
  );
}
