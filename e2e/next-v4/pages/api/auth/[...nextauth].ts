import NextAuth from "latchkey/v4";
import { authOptions } from "../../../lib/options";

export default NextAuth(authOptions);
