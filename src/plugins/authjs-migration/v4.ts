/** What the doors for applications of next-auth 4 are built on. */
export { defaultBackend } from "../../crypto/default-backend.js";
export { authjsMigration, type AuthjsMigrationOptions } from "./index.js";
export { createV4Tokens } from "./v4-token.js";
