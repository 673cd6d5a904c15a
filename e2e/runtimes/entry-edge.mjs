// For the edge VM: a script, whose answer is left on the global object.
import { Auth } from "../../dist/doors/index.js";
import { decode, encode } from "../../dist/doors/jwt.js";
import { runSuite } from "./suite.mjs";

globalThis.suiteResults = runSuite({ Auth, encode, decode }).then((results) =>
  JSON.stringify(results),
);
