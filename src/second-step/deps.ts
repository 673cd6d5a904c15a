import type { State } from "../state/state.js";
import type { SecondStepOptions } from "../types/second-step.js";

/** What asks for second steps. */
export interface SecondStepDeps {
  readonly options: SecondStepOptions;
  readonly state: State;
  /** Milliseconds that a function of the application may take. */
  readonly timeout: number;
}
