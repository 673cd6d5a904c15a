import { InvalidConfiguration } from "./errors.js";

/** Replaces what the condition `latchkey-lean` leaves out of a bundle. */
function leftOut(): never {
  throw new InvalidConfiguration(
    "This bundle was built with the condition `latchkey-lean`, which leaves out adapters and hand-written email and credentials providers. Remove the condition from the bundler's configuration, or what needs them from Latchkey's.",
  );
}

export {
  leftOut as createStore,
  leftOut as credentialsFlow,
  leftOut as databaseSessions,
  leftOut as emailFlow,
  leftOut as resolveAccount,
};
