import { lazyEmail } from "../../flows/email/lazy.js";
import { providerFlows } from "../../types/symbols.js";

/** A provider that sends sign-in mails. */
export const email = { type: "email", [providerFlows]: { email: lazyEmail } } as const;
