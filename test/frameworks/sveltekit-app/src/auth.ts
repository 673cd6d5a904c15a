import { SvelteKitAuth } from "latchkey/sveltekit";
import { currentPlan } from "./plan.js";

export const { handle, signIn, signOut } = SvelteKitAuth(() => currentPlan().config);
