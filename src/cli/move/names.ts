/** The release of Auth.js that an application was written for. */
export type From = "v4" | "v5";

const same: Readonly<Record<From, Readonly<Record<string, string>>>> = {
  v5: {
    "next-auth": "latchkey/next",
    "next-auth/adapters": "latchkey/adapters",
    "next-auth/jwt": "latchkey/jwt",
    "next-auth/lib": "latchkey/next",
    "next-auth/lib/client": "latchkey/react",
    "next-auth/lib/types": "latchkey/next",
    "next-auth/providers": "latchkey/providers",
    "next-auth/providers/oauth": "latchkey/providers",
    "next-auth/providers/oauth-types": "latchkey/providers",
    "next-auth/react": "latchkey/react",
    "next-auth/webauthn": "latchkey/webauthn",
    "@auth/core": "latchkey",
    "@auth/core/adapters": "latchkey/adapters",
    "@auth/core/errors": "latchkey/errors",
    "@auth/core/jwt": "latchkey/jwt",
    "@auth/core/providers": "latchkey/providers",
    "@auth/core/providers/oauth": "latchkey/providers",
    "@auth/core/providers/oauth-types": "latchkey/providers",
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
    "next-auth/core": "latchkey/v4",
    "next-auth/core/types": "latchkey/v4",
    "next-auth/jwt": "latchkey/v4/jwt",
    "next-auth/jwt/types": "latchkey/v4/jwt",
    "next-auth/lib/client": "latchkey/v4/react",
    "next-auth/middleware": "latchkey/v4/middleware",
    "next-auth/next": "latchkey/v4/next",
    "next-auth/next/middleware": "latchkey/v4/middleware",
    "next-auth/providers": "latchkey/v4/providers",
    "next-auth/providers/credentials": "latchkey/v4/providers/credentials",
    "next-auth/providers/oauth": "latchkey/v4/providers/oauth",
    "next-auth/providers/oauth-types": "latchkey/v4/providers",
    "next-auth/react": "latchkey/v4/react",
    "next-auth/react/types": "latchkey/v4/react",
  },
};

const ours = /^(?:next-auth|@auth\/(?:core|express|sveltekit)|@hono\/auth-js)(?:\/|$)/;
const provider = /^(?:next-auth|@auth\/(?:core|express|sveltekit))\/providers\/([\w-]+)$/;

/** The exported name of a module that an editor imported by its file: `next-auth/src/jwt/index`. */
function asExported(module: string): string {
  return module.replace("next-auth/src", "next-auth").replace(/\/index(?:\.[jt]s)?$/, "");
}

/** Where a module is now: undefined for one that stays, null for one that has no place here. */
export function newName(module: string, from: From): string | null | undefined {
  if (!ours.test(module)) return undefined;
  const plain = asExported(module);
  const named = same[from][plain] ?? same.v5[plain];
  if (named !== undefined) return named;
  const [, id] = provider.exec(plain) ?? [];
  return id === undefined ? null : `latchkey/providers/${id}`;
}

/** Packages that latchkey replaces. Adapters stay as they are. */
export const replaced: readonly string[] = [
  "next-auth",
  "@auth/core",
  "@auth/express",
  "@auth/sveltekit",
  "@hono/auth-js",
];

/** Whether a string is the name of a variable that Auth.js read under another name. It's still read. */
export function isVariable(text: string): boolean {
  return text === "NEXTAUTH_SECRET" || text === "NEXTAUTH_URL";
}

/** Whether a module belongs to Auth.js or to Latchkey. */
export function isLibrary(module: string): boolean {
  return ours.test(module) || /^latchkey(?:\/|$)/.test(module);
}
