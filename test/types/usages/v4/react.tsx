import {
  getCsrfToken,
  getProviders,
  getSession,
  SessionProvider,
  signIn,
  signOut,
  useSession,
  type ClientSafeProvider,
  type SignInResponse,
} from "latchkey/react";
import type { Session } from "latchkey/v4";
import type { IncomingMessage } from "node:http";

// 38: the provider of the pages router
export function App({
  Component,
  pageProps: { session, ...props },
}: {
  Component: (props: object) => null;
  pageProps: { session?: Session | null };
}) {
  return (
    <SessionProvider session={session} refetchInterval={0}>
      <Component {...props} />
    </SessionProvider>
  );
}

// 39: what a server asks for with the request of the browser
export const getServerSideProps = async (context: { req: IncomingMessage }) => ({
  props: { csrfToken: await getCsrfToken(context), session: await getSession(context) },
});
export const providers = async (): Promise<Record<string, ClientSafeProvider> | null> =>
  getProviders();

// 40: signing in with a form
export async function submit(email: string, password: string): Promise<SignInResponse | undefined> {
  const { data } = useSession({ required: true });
  const result = await signIn("credentials", {
    redirect: false,
    email,
    password,
    callbackUrl: "/",
  });
  if (result?.error) console.log(result.status, result.ok, result.url, data?.expires);
  await signOut({ callbackUrl: "/", redirect: false });
  return result;
}
