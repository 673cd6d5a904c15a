/** The release of Auth.js that an application was written for. */
export type From = "v4" | "v5";

const same: Readonly<Record<From, Readonly<Record<string, string>>>> = {
  v5: {
    "next-auth": "latchkey/next",
    "next-auth/adapters": "latchkey/adapters",
    "next-auth/jwt": "latchkey/jwt",
    "next-auth/providers": "latchkey/providers",
    "next-auth/react": "latchkey/react",
    "next-auth/webauthn": "latchkey/webauthn",
    "@auth/core": "latchkey",
    "@auth/core/adapters": "latchkey/adapters",
    "@auth/core/errors": "latchkey/errors",
    "@auth/core/jwt": "latchkey/jwt",
    "@auth/core/providers": "latchkey/providers",
    "@auth/core/types": "latchkey/types",
    "@auth/express": "latchkey/express",
    "@auth/express/adapters": "latchkey/adapters",
    "@auth/express/providers": "latchkey/providers",
    "@auth/sveltekit": "latchkey/sveltekit",
    "@hono/auth-js": "latchkey/hono",
    "@hono/auth-js/react": "latchkey/react",
  },
  v4: {
    "next-auth": "latchkey/v4",
    "next-auth/adapters": "latchkey/v4/adapters",
    "next-auth/jwt": "latchkey/v4/jwt",
    "next-auth/middleware": "latchkey/v4/middleware",
    "next-auth/next": "latchkey/v4/next",
    "next-auth/providers": "latchkey/providers",
    "next-auth/providers/credentials": "latchkey/v4/providers/credentials",
    "next-auth/react": "latchkey/react",
  },
};

const ours = /^(?:next-auth|@auth\/(?:core|express|sveltekit)|@hono\/auth-js)(?:\/|$)/;
const provider = /^(?:next-auth|@auth\/(?:core|express|sveltekit))\/providers\/([\w-]+)$/;

/** Where a module is now: undefined for one that stays, null for one that has no place here. */
export function newName(module: string, from: From): string | null | undefined {
  if (!ours.test(module)) return undefined;
  const named = same[from][module] ?? same.v5[module];
  if (named !== undefined) return named;
  const [, id] = provider.exec(module) ?? [];
  return id === undefined ? null : `latchkey/providers/${id}`;
}

/** Packages that latchkey takes the place of. Adapters stay as they are. */
export const replaced: readonly string[] = [
  "next-auth",
  "@auth/core",
  "@auth/express",
  "@auth/sveltekit",
  "@hono/auth-js",
];

/** Environment variables that have another name now. */
export const variables: Readonly<Record<string, string>> = {
  NEXTAUTH_SECRET: "AUTH_SECRET",
  NEXTAUTH_URL: "AUTH_URL",
};
