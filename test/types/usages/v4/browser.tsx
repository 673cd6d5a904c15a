import {
  getProviders,
  signIn,
  signOut,
  useSession,
  type ClientSafeProvider,
  type LiteralUnion,
  type SignInResponse,
} from "latchkey/v4/react";
import type { BuiltInProviderType } from "latchkey/v4/providers";
import { useState } from "react";

type Listed = Record<LiteralUnion<BuiltInProviderType, string>, ClientSafeProvider>;

// 57: providers on a page of one's own
export function Providers({ providers }: { providers: Listed | null }) {
  const [all, setAll] = useState<Listed | null>(providers);
  const load = async () => setAll(await getProviders());
  return Object.values(all ?? {}).map(({ id, name }) => (
    <button key={name} onClick={() => signIn(id)} onFocus={load}>
      {name}
    </button>
  ));
}

// 58: an error is a text or null
export function Form() {
  const [error, setError] = useState<string | null>(null);
  const { data, update } = useSession();
  const submit = async () => {
    const response = await signIn("credentials", { email: "a", redirect: false });
    if (response) setError(response.error);
    await update();
  };
  const leave = async () => (await signOut({ redirect: false })).url;
  return <button onClick={submit} onBlur={leave} title={error ?? data?.user?.name ?? ""} />;
}
export const mocked: SignInResponse = { error: null, status: 200, ok: true, url: null };
