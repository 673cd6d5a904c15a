import type { Outcome } from "../http/outcome.js";
import type { endParked } from "./parked.js";
import type { SignInUnderWay, StageContext } from "./stages.js";

/** What plugins bring along that a sign-in needs of them. */
export interface SignInHost {
  passStages(context: StageContext, signIn: SignInUnderWay): Promise<Outcome>;
  endParked(...given: Parameters<typeof endParked>): Promise<void>;
}
