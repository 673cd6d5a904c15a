// The other libraries, each set up to do what the library does. Loaded at need.
import pg from "pg";
import { origin, secret } from "./world.mjs";

/** A signed-in person at better-auth, with its in-memory database. */
export async function better() {
  const { betterAuth } = await import("better-auth");
  const { memoryAdapter } = await import("better-auth/adapters/memory");
  const auth = betterAuth({
    secret,
    baseURL: origin,
    database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
  const body = { name: "Ada", email: "ada@example.org", password: "correct horse battery" };
  const response = await auth.api.signUpEmail({ body, asResponse: true });
  const cookies = response.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
  return { auth, cookie: cookies.join("; ") };
}

/** What opens a sealed cookie of iron-session. */
export async function iron(extra = 0) {
  const { sealData, unsealData } = await import("iron-session");
  const data = { name: "Ada", email: "ada@example.org", sub: "1", extra: "x".repeat(extra) };
  const sealed = await sealData(data, { password: secret });
  return () => unsealData(sealed, { password: secret });
}

const betterOptions = ({ database, redis, issuer }, genericOAuth) => ({
  secret,
  baseURL: origin,
  basePath: "/auth",
  database: new pg.Pool({ connectionString: database }),
  ...(redis && { secondaryStorage: inRedis(redis) }),
  plugins: [
    genericOAuth({
      config: [
        {
          providerId: "local",
          clientId: "client",
          clientSecret: "client secret",
          discoveryUrl: `${issuer}/.well-known/openid-configuration`,
          scopes: ["openid", "email"],
          pkce: true,
        },
      ],
    }),
  ],
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
});

/** As its documentation has it for Redis. */
const inRedis = (client) => ({
  get: (key) => client.get(key),
  getAndDelete: (key) => client.getdel(key),
  async increment(key, ttl) {
    const [[, value]] = await client.multi().incr(key).expire(key, ttl, "NX").exec();
    return value;
  },
  set: (key, value, ttl) => (ttl ? client.set(key, value, "EX", ttl) : client.set(key, value)),
  async delete(key) {
    await client.del(key);
  },
});

/** The tables of better-auth in an empty PostgreSQL database. */
export async function betterTables(database) {
  const [{ getMigrations }, { genericOAuth }] = [
    await import("better-auth/db/migration"),
    await import("better-auth/plugins"),
  ];
  const options = betterOptions({ database, issuer: origin }, genericOAuth);
  const { runMigrations } = await getMigrations(options);
  await runMigrations();
  await options.database.end();
}

/**
 * An application's use of better-auth, on PostgreSQL and Redis. `begin` starts a sign-in from a
 * form, as the others do.
 */
export async function betterOn(services) {
  const [{ betterAuth }, { genericOAuth }, { fromNodeHeaders, toNodeHandler }] = [
    await import("better-auth"),
    await import("better-auth/plugins"),
    await import("better-auth/node"),
  ];
  const { api, handler } = betterAuth(betterOptions(services, genericOAuth));
  const body = { provider: "local", callbackURL: "/" };
  const sessionOf = (headers) => api.getSession({ headers });
  return {
    routes: toNodeHandler(handler),
    async begin(req, res) {
      const headers = fromNodeHeaders(req.headers);
      const answer = await api.signInSocial({ body, headers, asResponse: true });
      res.append("set-cookie", answer.headers.getSetCookie());
      res.redirect((await answer.json()).url);
    },
    userOf: async (req) => (await sessionOf(fromNodeHeaders(req.headers)))?.user,
    async accessTokenOf(req) {
      const headers = fromNodeHeaders(req.headers);
      const [{ id }] = await api.listUserAccounts({ headers });
      return (await api.getAccessToken({ body: { accountId: id }, headers })).accessToken;
    },
    async revoke(req) {
      const headers = fromNodeHeaders(req.headers);
      const { session } = await sessionOf(headers);
      await api.revokeSession({ body: { token: session.token }, headers });
    },
  };
}

/**
 * An application's use of @auth/express, on PostgreSQL. Its JWT sessions can't be revoked, so they
 * are rows; it has no function that ends one, so the row is deleted.
 */
export async function authjsOn({ database, settings }) {
  const [{ ExpressAuth, getSession }, { default: PostgresAdapter }] = [
    await import("@auth/express"),
    await import("@auth/pg-adapter"),
  ];
  const adapter = PostgresAdapter(new pg.Pool({ connectionString: database }));
  const config = { ...settings, adapter, session: { strategy: "database" } };
  return {
    routes: ExpressAuth(config),
    userOf: async (req) => (await getSession(req, config))?.user,
    async revoke(req) {
      const [, token] = /authjs\.session-token=([^;]+)/.exec(req.headers.cookie);
      await adapter.deleteSession(token);
    },
  };
}
