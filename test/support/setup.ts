import { beforeEach } from "vitest";
import { renewSecret } from "./config.js";

// Here and not where the secret is: what is loaded once for several files would count for the first alone.
beforeEach(renewSecret);
