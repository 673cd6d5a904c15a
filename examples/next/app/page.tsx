import { auth, signIn, signOut } from "../auth";

/** Sign-in and sign-out by server actions. */
export default async function Home() {
  const session = await auth();
  return session ? <SignOut /> : <SignIn />;
}

function SignIn() {
  return (
    <form
      id="sign-in"
      action={async () => {
        "use server";
        await signIn();
      }}
    >
      <button>Sign in</button>
    </form>
  );
}

function SignOut() {
  return (
    <form
      id="sign-out"
      action={async () => {
        "use server";
        await signOut();
      }}
    >
      <button>Sign out</button>
    </form>
  );
}
