"use client";
import { signIn } from "next-auth/react";
import { useState } from "react";

export function Form() {
  const [error, setError] = useState<string | null>(null);
  return (
    <form
      action={async (form) => {
        const result = await signIn("credentials", {
          email: form.get("email"),
          password: form.get("password"),
          redirect: false,
        });
        if (result) setError(result.error);
      }}
    >
      {error}
    </form>
  );
}
