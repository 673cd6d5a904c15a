import type { GuestMessages } from "../../types/guest.js";

/** The texts about guests, in English. */
export const guestTexts: GuestMessages = {
  button: "Continue without an account",
};
