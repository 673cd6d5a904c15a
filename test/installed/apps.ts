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
