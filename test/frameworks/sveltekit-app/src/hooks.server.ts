import type { Handle } from "@sveltejs/kit";
import { sequence } from "@sveltejs/kit/hooks";
import { requireUser, requireUserOrGuest } from "latchkey/sveltekit";
import * as auth from "./auth.js";
import { currentPlan } from "./plan.js";

/** An application that looks at bodies reads a copy. */
const look: Handle = async ({ event, resolve }) => {
  if (currentPlan().parsesBodies) await event.request.clone().text();
  return resolve(event);
};

export const handle = sequence(
  look,
  auth.handle,
  requireUser("/account", "/members"),
  requireUserOrGuest("/cart"),
);
