// Checked by the compiler alone: the React client.
import type { ComponentProps } from "react";
import type { SessionProvider } from "latchkey/react";
import {
  getCsrfToken,
  getProviders,
  getSession,
  signIn,
  signOut,
  useSession,
  type SignInResponse,
} from "latchkey/react";
import type { Session } from "latchkey/next";

type Expect<T extends true> = T;
type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

export function Uses() {
  const free = useSession();
  const required = useSession({ required: true });
  const optional = useSession({ required: false, onUnauthenticated: () => undefined });
  if (required.status === "authenticated") required.data.expires satisfies string;
  return { free, required, optional };
}

type Used = ReturnType<typeof Uses>;
export type SessionResults = [
  Expect<Equal<Used["free"]["status"], "authenticated" | "loading" | "unauthenticated">>,
  Expect<Equal<Used["required"]["status"], "authenticated" | "loading">>,
  Expect<Equal<Used["optional"]["status"], "authenticated" | "loading" | "unauthenticated">>,
  Expect<Equal<Used["free"]["data"], Session | null>>,
];

export function calls() {
  return {
    session: getSession(),
    csrf: getCsrfToken(),
    providers: getProviders(),
    goes: signIn("github", { redirectTo: "/" }, { prompt: "login" }),
    stays: signIn("credentials", { redirect: false, username: "ada" }),
    leaves: signOut(),
    left: signOut({ redirect: false }),
  };
}

type Calls = ReturnType<typeof calls>;
export type CallResults = [
  Expect<Equal<Calls["session"], Promise<Session | null>>>,
  Expect<Equal<Calls["csrf"], Promise<string>>>,
  Expect<Equal<Calls["stays"], Promise<SignInResponse>>>,
  Expect<Equal<Calls["goes"], Promise<SignInResponse | undefined>>>,
  Expect<Equal<Calls["left"], Promise<{ url: string; status: number; ok: boolean }>>>,
];

export const props: ComponentProps<typeof SessionProvider>[] = [
  {},
  { session: null, refetchInterval: 60, refetchOnWindowFocus: false, refetchWhenOffline: false },
  { basePath: "/auth", session: { expires: "2030-01-01" }, children: <p>text</p> },
];
