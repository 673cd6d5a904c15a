import type { NuxtAuthConfig } from "latchkey/nuxt";
import GitHub from "latchkey/providers/github";
import type { Session } from "latchkey/types";

export default {
  providers: [GitHub],
  callbacks: {
    session: ({ session }: { session: Session }) => ({ ...session, plan: "free" as const }),
  },
} satisfies NuxtAuthConfig;
