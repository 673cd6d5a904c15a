import type { CommonMessages, PageMessages } from "../types/messages.js";

export type { ErrorText, PasswordMessages } from "../types/messages.js";

/**
 * What a page says. English texts that few pages need are not loaded with the others: a page that needs
 * them brings them along where they are not here.
 */
export type Messages = PageMessages & Partial<Omit<CommonMessages, keyof PageMessages>>;
