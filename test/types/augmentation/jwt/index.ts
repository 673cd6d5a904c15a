import type { AuthConfig } from "latchkey";
import { decode, getToken, type JWT } from "latchkey/jwt";

declare module "latchkey/jwt" {
  interface JWT {
    role?: "admin" | "guest";
  }
}

export const token: JWT = { role: "admin", sub: "1" };
export const config: AuthConfig = {
  providers: [],
  callbacks: {
    jwt({ token: given }) {
      const role: "admin" | "guest" | undefined = given.role;
      return { ...given, role: role ?? "guest" };
    },
    session({ session, token: given }) {
      return given.role === "admin" ? session : { ...session, expires: "" };
    },
  },
  events: { signOut: (message) => void ("token" in message && message.token?.role) },
};
export async function roleOf(req: Request): Promise<"admin" | "guest" | undefined> {
  const read = (await getToken({ req, secret: "s" })) ?? (await decode({ secret: "s", salt: "" }));
  return read?.role;
}

// @ts-expect-error the declared member has this type only
export const wrong: JWT = { role: "owner" };
