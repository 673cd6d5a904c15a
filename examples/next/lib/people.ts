import { CredentialsSignin } from "latchkey/next";
import { openStore } from "./store";

const people = new Map([["ada", { name: "Ada Lovelace", email: "ada@example.com" }]]);
// A real application keeps a hash that is slow to compute, such as scrypt's.
const password = "correct horse";

/** The person with this name and password. Sessions are kept in the store, so the person is, too. */
export async function findPerson(credentials: Partial<Record<string, unknown>>) {
  const person = people.get(String(credentials["username"]));
  if (!person || credentials["password"] !== password) throw new CredentialsSignin();
  const store = await openStore();
  const known = await store.getUserByEmail(person.email);
  return known ?? store.createUser({ ...person, id: crypto.randomUUID(), emailVerified: null });
}
