import { sequence } from "@sveltejs/kit/hooks";
import { requireUser } from "latchkey/sveltekit";
import * as auth from "./auth.js";

export const handle = sequence(auth.handle, requireUser("/account"));
