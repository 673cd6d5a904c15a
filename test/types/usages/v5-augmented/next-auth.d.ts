import type { DefaultSession } from "latchkey/next";
import type { DefaultJWT } from "latchkey/jwt";

declare module "latchkey/next" {
  interface Session {
    user: { id: string; role?: "admin" | "user" } & DefaultSession["user"];
    accessToken?: string;
  }
  interface User {
    role?: "admin" | "user";
    plan: "free" | "paid";
  }
}
declare module "latchkey/jwt" {
  interface JWT extends DefaultJWT {
    id?: string;
    role?: "admin" | "user";
  }
}
declare module "latchkey/adapters" {
  interface AdapterUser {
    role?: "admin" | "user";
  }
}
