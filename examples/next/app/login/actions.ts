"use server";
import { AuthError } from "latchkey/next";
import { signIn } from "../../auth";

/** Signs in with a password. What is wrong with it is told on the page; on success this redirects. */
export async function signInWithPassword(_: string | undefined, form: FormData) {
  try {
    await signIn("credentials", form);
  } catch (error) {
    if (error instanceof AuthError && error.type === "CredentialsSignin") return "Wrong password";
    throw error;
  }
  return undefined;
}

/** Goes to another provider, or has a mail sent. */
export async function signInWith(provider: string, form: FormData) {
  await signIn(provider, form);
}
