import { MemoryAdapter } from "latchkey/adapters/memory";
import type { AuthConfig } from "latchkey";
import type { AdapterUser } from "latchkey/adapters";
import type { Session, User } from "latchkey/types";

declare module "latchkey/types" {
  interface Session {
    tenant: string;
  }
  interface User {
    role?: "admin" | "guest";
  }
  interface Account {
    region?: string;
  }
  interface Profile {
    department?: "sales" | "engineering";
  }
}

// What was declared is seen wherever the types are used: in values, callbacks, rows and events.
export const session: Session = { expires: "", tenant: "a", user: { role: "admin" } };
export const user: User = { role: "guest" };
export const row: AdapterUser = { id: "1", email: "", emailVerified: null, role: "admin" };
export const config: AuthConfig = {
  providers: [],
  adapter: MemoryAdapter(),
  callbacks: {
    session({ session: given, user: owner }) {
      const role: "admin" | "guest" | undefined = owner.role;
      return { ...given, tenant: role ?? "none" };
    },
    signIn({ account, profile }) {
      const region: string | undefined = account?.region;
      const department: "sales" | "engineering" | undefined = profile?.department;
      return region !== undefined && department === "sales";
    },
  },
  events: { session: ({ session: told }) => void told.tenant.toUpperCase() },
};

// @ts-expect-error the declared member is required
export const incomplete: Session = { expires: "" };
// @ts-expect-error the declared member has this type only
export const wrong: User = { role: "owner" };
