"use server";
import { AuthError } from "next-auth";
import { signIn } from "../auth";

export async function login(_: string | undefined, form: FormData) {
  try {
    const result = await signIn("resend", { email: form.get("email"), redirect: false });
    if (result?.error) return "Something went wrong.";
  } catch (error) {
    if (error instanceof AuthError) return error.type;
    throw error;
  }
}
