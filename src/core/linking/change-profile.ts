import type { AdapterUser } from "../../types/adapter.js";
import type { Store } from "../../types/store.js";
import { userUpdated, type AnnounceContext } from "../events/account-events.js";
import { isPlainLine } from "../values/text.js";

/** A user's name and picture. Null removes one; undefined leaves it. */
export interface Profile {
  readonly name?: string | null;
  readonly image?: string | null;
}

const longestName = 200;
const longestAddress = 2048;

/** A name or a picture's address as it is stored, empty for none. Undefined for what can't be stored. */
export function readProfile(typed: {
  readonly name?: string | undefined;
  readonly image?: string | undefined;
}): Profile | undefined {
  const name = typed.name?.normalize("NFC").trim();
  const image = typed.image?.trim();
  if (name !== undefined && name !== "" && !isName(name)) return undefined;
  if (image !== undefined && image !== "" && !isPicture(image)) return undefined;
  return {
    ...(name !== undefined && { name: name || null }),
    ...(image !== undefined && { image: image || null }),
  };
}

function isName(text: string): boolean {
  return text.length <= longestName && isPlainLine(text);
}

/** A URL that browsers fetch over https and without credentials. */
function isPicture(text: string): boolean {
  if (text.length > longestAddress || !isPlainLine(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === "https:" && username === "" && password === "";
}

/** Changes a user's name or picture. */
export async function changeProfile(
  context: AnnounceContext & { readonly store: Store },
  { id }: AdapterUser,
  profile: Profile,
): Promise<AdapterUser> {
  const user = await context.store.updateUser({ id, ...profile });
  await userUpdated(context, { user });
  return user;
}
