import type { ServerLoad } from "@sveltejs/kit";
import { signIn, signOut } from "../../auth.js";

export const load: ServerLoad = async ({ locals }) => ({ session: await locals.auth() });

export const actions = { enter: signIn, leave: signOut };
