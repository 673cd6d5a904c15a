/** The modules that the entry points for next-auth 4 are built on. */
export { defaultBackend } from "../../core/crypto/default-backend.js";
export { authjsMigration, type AuthjsMigrationOptions } from "./index.js";
export { createV4Tokens } from "./v4-token.js";
