import NextAuth from "next-auth";
import { authOptions } from "../../../../../../packages/auth/src/index";

const handler = NextAuth(authOptions);
export { handler as GET, handler as POST };
