/** What the doors for applications of next-auth 4 build on, apart so that nobody else loads it. */
export { defaultBackend } from "../crypto/default-backend.js";
export { createV4Tokens } from "../sessions/moved/v4-token.js";
