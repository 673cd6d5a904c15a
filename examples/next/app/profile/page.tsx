import { redirect } from "next/navigation";
import { auth, unstable_update } from "../../auth";

/** Changes the session by a server action. */
export default async function Profile() {
  const session = await auth();
  if (!session?.user) redirect("/login?callbackUrl=/profile");
  return (
    <form
      id="rename"
      action={async (form: FormData) => {
        "use server";
        const name = form.get("name");
        if (typeof name === "string") await unstable_update({ user: { name } });
      }}
    >
      <label>
        Name <input name="name" defaultValue={session.user.name ?? ""} />
      </label>
      <button>Save</button>
    </form>
  );
}
