export type { SharedState, StateWrite } from "../../types/state.js";

/** The maximum length of a value; keys are at most `longestKey` long. */
export const longestValue = 1024;
export const longestKey = 128;
