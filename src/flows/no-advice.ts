import type { Finding } from "../types/finding.js";

/** For edge bundles: the log contains the provider's response without advice. */
const nothing = (): undefined => undefined;

/** There's no doctor either. */
const findNothing = (): Promise<readonly Finding[]> => Promise.resolve([]);

export {
  findNothing as examineMail,
  findNothing as examineProvider,
  nothing as findAdvice,
  nothing as hintAtEmail,
  nothing as hintAtRedirectUri,
};
