/* What a process of the model has of the library: bundled, and loaded once for each of them. */
export { Auth, customFetch } from "latchkey";
export { manage } from "latchkey/manage";
