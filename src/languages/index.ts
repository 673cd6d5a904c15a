export type { CompleteLanguage, Language, Texts } from "../types/language.js";
export { arabic } from "./arabic.js";
export { chinese } from "./chinese.js";
export { french } from "./french.js";
export { german } from "./german.js";
export { japanese } from "./japanese.js";
export { portuguese } from "./portuguese.js";
export { spanish } from "./spanish.js";
