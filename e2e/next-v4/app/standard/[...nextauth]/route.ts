import NextAuth from "next-auth";
import { authOptions } from "../../../lib/options";

// The form that next-auth 4 documents: a build compares its second parameter with Next.js's own type.
const handler = NextAuth(authOptions);
export { handler as GET, handler as POST };
