export { ALL } from "../../auth.js";
