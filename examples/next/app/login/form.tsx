"use client";
import { useActionState } from "react";
import { signInWithPassword } from "./actions";

export function LoginForm({ callbackUrl }: { callbackUrl: string }) {
  const [message, action, isPending] = useActionState(signInWithPassword, undefined);
  return (
    <form id="password" action={action}>
      <input type="hidden" name="redirectTo" value={callbackUrl} />
      <label>
        User name <input name="username" autoComplete="username" required />
      </label>
      <label>
        Password <input name="password" type="password" autoComplete="current-password" required />
      </label>
      {message && <p role="alert">{message}</p>}
      <button disabled={isPending}>Sign in</button>
    </form>
  );
}
