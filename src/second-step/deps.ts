import type { SecondStepOptions } from "../types/second-step.js";

/** What asks for second steps. */
export interface SecondStepDeps {
  readonly options: SecondStepOptions;
  /** Milliseconds that a function of the application may take. */
  readonly timeout: number;
}
