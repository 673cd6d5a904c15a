import { component$ } from "@builder.io/qwik";
import { Form } from "@builder.io/qwik-city";
import { useSession, useSignIn, useSignOut } from "./plugin@auth";

export default component$(() => {
  const session = useSession();
  const signIn = useSignIn();
  const signOut = useSignOut();
  return (
    <main>
      <p id="who">{session.value?.user?.name ?? "nobody"}</p>
      <Form id="in" action={signIn}>
        <input type="hidden" name="providerId" value="credentials" />
        <input name="options.username" />
        <input name="options.password" />
        <input type="hidden" name="options.redirectTo" value="/" />
        <button>Sign in</button>
      </Form>
      <Form id="out" action={signOut}>
        <button>Sign out</button>
      </Form>
    </main>
  );
});
