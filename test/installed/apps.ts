/**
 * A configuration with what TypeScript has and JavaScript hasn't: types that are imported like values, enums, parameter
 * properties, JSX, and imports that leave out the ending of a file, or name the one it's compiled to.
 */
export const typescriptApp: Readonly<Record<string, string>> = {
  "auth.ts": `import { AuthConfig } from "latchkey";
import Credentials from "latchkey/providers/credentials";
import { Directory } from "./lib/directory";
import { Role } from "./lib/role.js";
import { greeting } from "./lib/mail";
import type { User } from "./lib/role.js";

const directory = new Directory<User>("people");
export const authConfig = {
  providers: [
    Credentials({
      credentials: { name: {} },
      authorize: ({ name }) => directory.find(String(name) as string, Role.Member) ?? null,
    }),
  ],
  theme: { brandColor: greeting.type === "p" ? "#123456" : undefined! },
} satisfies AuthConfig;
`,
  "lib/directory.ts": `import { Role } from "./role.js";
export class Directory<T extends { id: string }> {
  constructor(private readonly name: string, protected people: readonly T[] = []) {}
  find(id: string, _: Role): T | undefined {
    return this.name === "people" ? this.people.find((one) => one.id === id) : undefined;
  }
}
`,
  "lib/role.ts": `export enum Role { Member = "member", Admin = "admin" }
export interface User { id: string; role: Role }
declare module "latchkey" {
  interface User { role?: Role }
}
`,
  "lib/mail.tsx": `type Mail = { type: string };
export const greeting: Mail = <p>Don't answer</p>;
`,
  "node_modules/react/package.json":
    '{ "name": "react", "type": "module", "exports": { "./jsx-runtime": "./jsx-runtime.js" } }',
  "node_modules/react/jsx-runtime.js": "export const jsx = (type) => ({ type });",
};

/** Whatever a configuration is made of, its inferred type must not need a file that no door exports. */
export const exportedConfigurations = `import { defineConfig } from "latchkey";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { SqlAdapter, connect } from "latchkey/adapters/sql";
import Credentials from "latchkey/providers/credentials";
import Email from "latchkey/providers/email";
import GitHub from "latchkey/providers/github";
import Google from "latchkey/providers/google";
import Passkey from "latchkey/providers/passkey";
import Password from "latchkey/providers/password";
import Resend from "latchkey/providers/resend";
import { accountPage } from "latchkey/plugins/account-page";
import { audit } from "latchkey/plugins/audit";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { twoFactor } from "latchkey/plugins/two-factor";
import { german } from "latchkey/languages";

export const small = defineConfig({ providers: [GitHub] });
export const large = defineConfig({
  providers: [GitHub, Google({ clientId: "a" }), Password(), Passkey, Resend({ from: "a@example.com" }), Email({ server: "smtp://127.0.0.1", from: "a@example.com" }), Credentials({ credentials: { name: {} }, authorize: () => ({ id: "1", role: "admin" }) })],
  adapter: MemoryAdapter(),
  plugins: [twoFactor(), sessionRegistry(), accountPage(), audit(() => {})],
  languages: [german],
  callbacks: { session: ({ session, token }) => ({ ...session, role: String(token["role"]) }) },
});
export const stored = defineConfig({ providers: [GitHub], adapter: async () => SqlAdapter(await connect("file:app.db")) });
`;
