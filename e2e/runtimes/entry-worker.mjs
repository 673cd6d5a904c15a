// For workerd: the suite runs inside a request.
import { Auth } from "../../dist/doors/index.js";
import { decode, encode } from "../../dist/doors/jwt.js";
import { runSuite } from "./suite.mjs";

export default {
  async fetch() {
    return Response.json(await runSuite({ Auth, encode, decode }));
  },
};
