/**
 * What bundlers that build for production find in place of `latchkey/testing` and `latchkey/dev`: it has none
 * of the names that are imported, so the build fails. A path that is not exported at all would be passed over
 * by some of them.
 */
export const notForProduction =
  "latchkey/testing and latchkey/dev are not for production: they let anybody sign in as anybody. Import them from tests and development code alone.";

throw new Error(notForProduction);
