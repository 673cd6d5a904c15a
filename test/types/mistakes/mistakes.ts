// Each of these is a mistake. The comment before it is a part of what the compiler says about it.
import { defineConfig } from "latchkey";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { connect, SqlAdapter } from "latchkey/adapters/sql";
import { getSession, MiddlewareAuth } from "latchkey/express";
import { FullstackAuth } from "latchkey/next";
import { definePlugin, type Plugin } from "latchkey/plugin";
import { accountPage } from "latchkey/plugins/account-page";
import Credentials from "latchkey/providers/credentials";
import GitHub from "latchkey/providers/github";
import Google from "latchkey/providers/google";
import { authClient } from "latchkey/react";
import { signInAs } from "latchkey/testing";

const { auth, signIn } = FullstackAuth({
  providers: [GitHub, Google({ id: "work" })],
  callbacks: { session: ({ session }) => ({ ...session, role: "admin" }) },
});
const client = authClient<typeof auth>();
const adapter = SqlAdapter(await connect("file::memory:"), { user: { role: "text" } });
const config = defineConfig({ adapter, providers: [GitHub] });
interface Plan {
  plan: "free" | "paid";
}
declare const plans: Plugin<"plans", Plan>;
const planned = defineConfig({ providers: [GitHub], plugins: [plans, accountPage()] });
type Req = Parameters<typeof getSession>[0];

// says: Argument of type '"gihub"' is not assignable to parameter of type '
export const unknownProvider = () => signIn("gihub");

// says: Argument of type '"google"' is not assignable to parameter of type '
export const renamedProvider = () => signIn("google", { redirectTo: "/" });

// says: Argument of type '"gogle"' is not assignable to parameter of type '
export const unknownInTheBrowser = () => client.signIn("gogle");

// says: Property 'rolle' does not exist on type
export const misspeltInTheSession = async () => (await auth())?.rolle;

// says: Property 'rolle' does not exist on type
export const misspeltInTheBrowser = () => client.useSession().data?.rolle;

// says: Property 'role' does not exist on type 'Session'
export const notReturned = async (req: Req) => (await getSession(req, config))?.role;

// says: Object literal may only specify known properties, and 'provider' does not exist in type
MiddlewareAuth({ providers: [GitHub], provider: GitHub });

// says: Object literal may only specify known properties, but 'sesion' does not exist in type
FullstackAuth({ providers: [], callbacks: { sesion: () => null } });

// says: Type '"databse"' is not assignable to type '"jwt" | "database" | undefined'
defineConfig({ providers: [], session: { strategy: "databse" } });

// says: Type 'string' is not assignable to type 'Language'
defineConfig({ providers: [], languages: ["de"] });

// says: Object literal may only specify known properties, but 'sigIn' does not exist in type
defineConfig({ providers: [], languages: [{ tag: "it", pages: { sigIn: { title: "Accedi" } } }] });

// says: Type 'string' is not assignable to type 'number'
defineConfig({ providers: [], session: { maxAge: "30d" } });

// says: Property 'expires' is missing in type
defineConfig({ providers: [], callbacks: { session: () => ({ user: { name: "a" } }) } });

// says: Property 'mail' does not exist on type '{ readonly email: string; readonly password: string; }'
Credentials({ credentials: { email: {}, password: {} }, authorize: ({ mail }) => ({ id: mail }) });

// says: Type '"string"' is not assignable to type 'ColumnKind'
SqlAdapter(await connect("file::memory:"), { user: { role: "string" } });

// says: Type 'number' is not assignable to type 'string'
export const wrongColumn = () => adapter.createUser({ email: "a@b.example", role: 1 });

// says: Property 'plan' does not exist on type
defineConfig({
  adapter,
  providers: [],
  callbacks: { session: ({ session, user }) => ({ ...session, plan: user.plan }) },
});

// says: Type 'number' is not assignable to type 'string'
export const wrongTestUser = () => signInAs(config, { email: "a@b.example", role: 1 });

// says: Type '"paid"' is not assignable to type '"free"'
export const wrongRow = () => MemoryAdapter<{ plan: "free" }>().createUser({ plan: "paid" });

// says: Object literal may only specify known properties, and 'required' does not exist in type 'Plugin
FullstackAuth({ providers: [GitHub], plugins: [{ required: true }] });

// says: is not assignable to type 'Plugin<string, unknown>'
defineConfig({ providers: [GitHub], plugins: [accountPage] });

// says: Property 'plann' does not exist on type
export const misspeltAddition = async (req: Req) => (await getSession(req, planned))?.plann;

// says: Type '"gold"' is not assignable to type '"free" | "paid"'
export const plan: Plugin<"plan", Plan> = definePlugin({
  name: "plan",
  create: () => ({ session: { read: () => ({ plan: "gold" }) } }),
});
