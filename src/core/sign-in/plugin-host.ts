import type { AttemptHost } from "../events/attempt.js";
import type { Outcome } from "../http/outcome.js";
import type { endParked } from "./parked.js";
import type { SessionStartHost } from "./session-started.js";
import type { SignInUnderWay, StageContext } from "./stages.js";

/** The plugins' part in a sign-in. */
export interface SignInHost extends AttemptHost, SessionStartHost {
  passStages(context: StageContext, signIn: SignInUnderWay): Promise<Outcome>;
  endParked(...given: Parameters<typeof endParked>): Promise<void>;
}
