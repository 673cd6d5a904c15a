import "latchkey/next";

// Ids that are numbers, as in many databases: it's no `DefaultSession` any more.
declare module "latchkey/next" {
  interface Session {
    user: { id: number; email: string; role: "admin" | "user" };
    error?: "RefreshTokenError";
  }
}
