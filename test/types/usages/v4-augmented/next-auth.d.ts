import type { DefaultSession, DefaultUser } from "latchkey/v4";

declare module "latchkey/v4" {
  interface Session extends DefaultSession {
    user: { id: string; role: "admin" | "user" } & DefaultSession["user"];
  }
  interface User extends DefaultUser {
    role: "admin" | "user";
  }
  interface Profile {
    groups?: string[];
  }
}
// Nothing of this door is imported here.
declare module "latchkey/v4/jwt" {
  interface JWT {
    role: "admin" | "user";
  }
}
