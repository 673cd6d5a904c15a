import type { Profile } from "../../core/linking/change-profile.js";
import type { ProfileField } from "../../types/account-page.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { Awaitable, Untyped } from "../../types/common.js";

/** Options of `accountPage()`. `Columns` are the columns the adapter declares. */
export interface AccountPageOptions<Columns = Untyped> {
  /** Lets users edit their name and picture. @default they can't */
  readonly profile?: {
    /** @default true */
    readonly name?: boolean;
    /** Lets users set the https address of a picture. @default true */
    readonly image?: boolean;
    /** Returns whether the user may have this name and picture. @default any are allowed */
    allow?(params: { user: AdapterUser & Columns; profile: Profile }): Awaitable<boolean>;
  };
}

/** The profile fields that users may edit. */
export function editableFields({ profile }: AccountPageOptions): readonly ProfileField[] {
  if (!profile) return [];
  const { name = true, image = true } = profile;
  return [...(name ? (["name"] as const) : []), ...(image ? (["image"] as const) : [])];
}
