/* An application in a process of its own: bundled and started by `children.ts`. */
import { admin, adminPages } from "latchkey/plugins/admin";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { changeEmail } from "latchkey/plugins/change-email";
import { providerLogout } from "latchkey/plugins/provider-logout";
import { twoFactor } from "latchkey/plugins/two-factor";
import express from "express";
import { Redis } from "ioredis";
import type { AuthConfig } from "latchkey";
import type { Adapter, AdapterUser } from "latchkey/adapters";
import { RedisAdapter } from "latchkey/adapters/redis";
import { connect, SqlAdapter } from "latchkey/adapters/sql";
import { MiddlewareAuth } from "latchkey/express";
import Credentials from "latchkey/providers/credentials";
import Email from "latchkey/providers/email";
import Passkey from "latchkey/providers/passkey";
import { manage, type ManagedSessions } from "latchkey/manage";
import { basePathOf, readErrand, readPlan, siteOfChildren, strategies } from "./plan.js";
import type { Errand, Plan, Told } from "./plan.js";

const plan = readPlan(process.env["LATCHKEY_PLAN"]);

const tell = (told: Told): void => void process.send?.(told);
const log =
  (level: string) =>
  (code: string): void =>
    tell({ level, code });

async function open({ store }: Plan): Promise<Adapter> {
  if (store.kind === "sql") return SqlAdapter(await connect(store.url));
  return RedisAdapter(new Redis(store.url), { prefix: store.prefix });
}

const adapter = await open(plan);

/** Whoever has this address; a new user when nobody has. */
async function personOf(email: string): Promise<AdapterUser> {
  const known = await adapter.getUserByEmail?.(email);
  const made = known ?? (await adapter.createUser?.({ id: "", email, emailVerified: null }));
  if (made) return made;
  throw new Error("The adapter has no users.");
}

const administration = () =>
  admin({
    mayAdminister: ({ email }) => email.startsWith("admin"),
    ...{ impersonation: {}, invitations: {}, pages: adminPages() },
  });

function configOf(strategy: (typeof strategies)[number]): AuthConfig {
  const { registry, updateAge } = plan.session ?? {};
  return {
    providers: [
      {
        id: "rogue",
        name: "Rogue",
        type: "oidc",
        issuer: plan.issuer,
        clientId: "client-1",
        clientSecret: "secret-1",
      },
      Email({ server: plan.mail, from: "Acme <no-reply@acme.test>" }),
      Passkey(),
      Credentials({
        credentials: { email: {} },
        authorize: ({ email }) => personOf(String(email)),
      }),
    ],
    adapter,
    secret: plan.secret,
    // As behind a proxy: all processes are one site.
    url: siteOfChildren,
    basePath: basePathOf(strategy),
    session: { strategy, updateAge },
    plugins: [
      providerLogout(),
      ...(plan.secondStep ? [twoFactor()] : []),
      ...(plan.changesEmail ? [changeEmail()] : []),
      ...(plan.administered ? [administration()] : []),
      ...(registry ? [sessionRegistry(registry)] : []),
    ],
    logger: { error: log("error"), warn: log("warn") },
  };
}

const app = express();
for (const strategy of strategies) {
  const config = configOf(strategy);
  app.use(basePathOf(strategy), MiddlewareAuth(config));
  // What an application does with a request of an administrator, or of the person themself.
  app.post(`/manage${basePathOf(strategy)}`, express.json(), async (req, res) => {
    const errand: Errand = readErrand(req.body);
    res.json({ result: await run(manage(config).sessions, errand) });
  });
}

async function run(sessions: ManagedSessions, errand: Errand): Promise<unknown> {
  if (errand.do === "end") return sessions.end(errand.id);
  const { id } = await personOf(errand.email);
  const request = errand.cookie === undefined ? undefined : { headers: { cookie: errand.cookie } };
  if (errand.do === "list") return sessions.list(id, { request });
  return sessions.endAll(id, { except: request });
}

const server = app.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) tell({ port: address.port });
});
// Without whoever started it there is nothing left to do.
process.once("disconnect", () => process.exit(0));
