import type { GetServerSidePropsContext, InferGetServerSidePropsType } from "next";
import { getServerSession } from "next-auth";
import type { BuiltInProviderType } from "next-auth/providers";
import {
  getCsrfToken,
  getProviders,
  signIn,
  type ClientSafeProvider,
  type LiteralUnion,
} from "next-auth/react";
import { useEffect, useState } from "react";
import { authOptions } from "../../lib/auth";

type Listed = Record<LiteralUnion<BuiltInProviderType, string>, ClientSafeProvider>;

export default function SignIn({
  providers,
  csrfToken,
}: InferGetServerSidePropsType<typeof getServerSideProps>) {
  const [known, setKnown] = useState<Listed | null>(null);
  useEffect(() => {
    void getProviders().then(setKnown);
  }, []);
  return (
    <>
      <input type="hidden" name="csrfToken" value={csrfToken} />
      {Object.values(known ?? providers).map((provider) => (
        <button key={provider.name} onClick={() => signIn(provider.id)}>
          Sign in with {provider.name}
        </button>
      ))}
    </>
  );
}

export async function getServerSideProps(context: GetServerSidePropsContext) {
  const session = await getServerSession(context.req, context.res, authOptions);
  if (session) return { redirect: { destination: "/", permanent: false } };
  const providers = await getProviders();
  return { props: { providers: providers ?? [], csrfToken: await getCsrfToken(context) } };
}
