export type { SharedState, StateWrite } from "../types/state.js";

/** No text under a key is longer; nor is a key longer than `longestKey`. */
export const longestValue = 1024;
export const longestKey = 128;
