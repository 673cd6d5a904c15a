import { providers } from "../../lib/providers";
import { signInWith } from "./actions";
import { LoginForm } from "./form";
import { PasskeyForm } from "./passkey";

interface Props {
  searchParams: Promise<{ callbackUrl?: string; error?: string }>;
}

/** The application's own sign-in page. */
export default async function Login({ searchParams }: Props) {
  const { callbackUrl = "/", error } = await searchParams;
  return (
    <>
      <h1>Sign in</h1>
      {error && <p role="alert">Signing in did not work ({error}).</p>}
      <LoginForm callbackUrl={callbackUrl} />
      <PasskeyForm callbackUrl={callbackUrl} />
      {others().map(({ id, name, type }) => (
        <form key={id} id={`sign-in-${id}`} action={signInWith.bind(null, id)}>
          <input type="hidden" name="redirectTo" value={callbackUrl} />
          {type === "email" && (
            <input type="email" name="email" aria-label="E-mail address" required />
          )}
          <button>Sign in with {name}</button>
        </form>
      ))}
    </>
  );
}

/** The providers that need no more than a button, or an address. */
function others() {
  return providers.flatMap((provider) => {
    const { id, name, type, options } = typeof provider === "function" ? provider() : provider;
    if (type !== "oauth" && type !== "oidc" && type !== "email") return [];
    return [{ id: options?.id ?? id, name: options?.name ?? name, type }];
  });
}
