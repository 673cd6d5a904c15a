import type {
  Adapter,
  AdapterAccount,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "latchkey/adapters";
import type { AuthConfig } from "latchkey";
import type { Adapter as PublishedAdapter } from "@auth/core/adapters";

declare const db: {
  insert(values: { email: string; name?: string | null }): Promise<AdapterUser>;
  find(email: string): Promise<AdapterUser | null>;
};
declare function PrismaAdapter(client: object): PublishedAdapter;

// 45: an adapter of one's own
export function MyAdapter(): Adapter {
  return {
    async createUser(user) {
      return db.insert({ email: user.email, name: user.name ?? null });
    },
    async getUserByEmail(email) {
      return db.find(email);
    },
    async getUserByAccount({ providerAccountId, provider }) {
      return db.find(providerAccountId + provider);
    },
    async linkAccount(account: AdapterAccount) {
      console.log(account.access_token);
    },
    async createSession(session: { sessionToken: string; userId: string; expires: Date }) {
      return session;
    },
    async useVerificationToken({ identifier, token }): Promise<VerificationToken | null> {
      return { identifier, token, expires: new Date() };
    },
  };
}

// 46: a published one
export const published: AuthConfig = { providers: [], adapter: PrismaAdapter({}) };

// 47: with a method of one's own over it
const base = PrismaAdapter({});
export const over: Adapter = {
  ...base,
  async createUser(user) {
    const created = await base.createUser?.({ ...user, name: user.name ?? "Anonymous" });
    if (!created) throw new Error("not created");
    return created;
  },
};

// 48: a class
export class Store implements Adapter {
  async getUser(id: string): Promise<AdapterUser | null> {
    return db.find(id);
  }
  async createUser(user: AdapterUser): Promise<AdapterUser> {
    return db.insert(user);
  }
}
export const session = ({ expires }: AdapterSession) => expires.toISOString();
