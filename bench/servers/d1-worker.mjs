// A worker with a D1 database, which reads one session again and again.
import { D1Adapter } from "the-adapter";

/** The statement of the adapter, as the binding gets it. */
async function statementOf(database, token) {
  let text;
  const { getSessionAndUser } = D1Adapter({
    prepare: (sql) => database.prepare((text = sql)),
    batch: (statements) => database.batch(statements),
  });
  await getSessionAndUser(token);
  return text;
}

const ways = {
  async bare(database, token) {
    const text = await statementOf(database, token);
    return async () => (await database.prepare(text).bind(token).all()).results[0];
  },
  adapter(database, token) {
    const { getSessionAndUser } = D1Adapter(database);
    return () => getSessionAndUser(token);
  },
};

async function signIn(database, statements) {
  for (const statement of statements) await database.prepare(statement).run();
  const adapter = D1Adapter(database);
  const user = await adapter.createUser({ name: "Ada", email: "ada@example.org" });
  const sessionToken = crypto.randomUUID();
  await adapter.createSession({ sessionToken, userId: user.id, expires: new Date(2e12) });
  return sessionToken;
}

let made;

export default {
  async fetch(request, { DB }) {
    const { statements, how, token, reads } = await request.json();
    if (statements) return new Response(await signIn(DB, statements));
    made ??= await ways[how](DB, token);
    for (let read = 0; read < reads; read++) {
      if (!(await made())) return new Response("missing");
    }
    return new Response("found");
  },
};
