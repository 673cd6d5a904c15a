import {
  getCsrfToken,
  getProviders,
  getSession,
  SessionProvider,
  signIn,
  signOut,
  useSession,
  type SessionContextValue,
  type SignInOptions,
  type SignInResponse,
} from "latchkey/react";
import type { Session } from "latchkey/types";
import type { ReactNode } from "react";

// 57: the provider, around everything
export const Providers = ({
  children,
  session,
}: {
  children: ReactNode;
  session?: Session | null;
}) => (
  <SessionProvider session={session} refetchInterval={5 * 60} refetchOnWindowFocus={false}>
    {children}
  </SessionProvider>
);

// 58: the hook
export function Name() {
  const { data: session, status, update } = useSession();
  if (status === "loading") return <p>…</p>;
  if (status === "unauthenticated") return <button onClick={() => signIn()}>Sign in</button>;
  return <button onClick={() => update({ user: { name: "b" } })}>{session?.user?.name}</button>;
}
export function Required() {
  const { data, status }: SessionContextValue<true> = useSession({
    required: true,
    onUnauthenticated() {
      console.log("out");
    },
  });
  return status === "loading" ? null : data.user?.email;
}

// 59: signing in and out
export async function submit(email: string, password: string, options?: SignInOptions) {
  const res = await signIn("credentials", { email, password, redirect: false });
  if (res?.error) return res.code;
  await signIn("google", { callbackUrl: "/", ...options });
  await signIn("github", { consent: true, redirectTo: "/a" }, { prompt: "login" });
  await signOut({ callbackUrl: "/", redirect: true });
  return res.url;
}
export const show = ({ error, ok, status, url }: SignInResponse) => [error, ok, status, url];

// 60: what the browser can ask for
export async function ask() {
  const [session, csrf, providers] = await Promise.all([
    getSession(),
    getCsrfToken(),
    getProviders(),
  ]);
  return [session?.expires, csrf, Object.values(providers ?? {}).map(({ id, name }) => id + name)];
}
