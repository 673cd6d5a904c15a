import "next-auth";

declare module "next-auth" {
  interface User {
    plan: "free" | "paid";
  }
  interface Session {
    user: User;
  }
}
