import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import Passkey from "latchkey/providers/passkey";

const url = process.env["DATABASE_URL"] ?? "file:./example.db";
const stores = new Map<string, ReturnType<typeof open>>();

/** The SQLite file, opened once; again, if that failed: the database may be there a moment later. */
export function openStore() {
  const store = stores.get(url) ?? open();
  stores.set(url, store);
  store.catch(() => stores.delete(url));
  return store;
}

async function open() {
  const database = await connect(url);
  await migrate(database, { providers: [Passkey] });
  return SqlAdapter(database);
}
