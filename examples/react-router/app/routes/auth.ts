export { action, loader } from "../auth.server.js";
