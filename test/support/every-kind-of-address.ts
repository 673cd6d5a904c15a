import crypto from "node:crypto";
import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import Password, { type PasswordUserConfig } from "latchkey/providers/password";
import type { Inbox } from "./inbox.js";
import { fast, another, password, passwordWorld, signUp } from "./password-world.js";
import { storePassword } from "./user-rows.js";

/** Somebody with a proven address and a password, somebody without one, and somebody unproven. */
export async function everyKind(
  inbox: Inbox,
  world: ReturnType<typeof passwordWorld>,
): Promise<readonly string[]> {
  await signUp(world.browser(), inbox, { email: "known@example.org", password });
  const hash = [...world.passwords.values()][0]?.hash ?? "";
  const { adapter } = world;
  await adapter.createUser({ id: "2", email: "none@example.org", emailVerified: new Date() });
  await adapter.createUser({ id: "3", email: "unproven@example.org", emailVerified: null });
  await storePassword(adapter, { userId: "3", hash });
  return ["known", "nobody", "none", "unproven"].map((name) => `${name}@example.org`);
}

/** The same people in a real store, whatever hashing and mailing would hide left out. */
export async function everyKindStored(
  inbox: Inbox,
  provider: PasswordUserConfig = {},
  send = () => Promise.resolve(),
) {
  const database = await connect("file::memory:");
  await migrate(database, { providers: [Password()] });
  const adapter = SqlAdapter(database);
  const asked: string[] = [];
  const noted = (target: object, name: string | symbol): unknown => {
    const member: unknown = Reflect.get(target, name);
    if (name === "records") return new Proxy(adapter.records, { get: noted });
    if (typeof name !== "string" || typeof member !== "function") return member;
    return (...given: unknown[]): unknown => {
      asked.push(name);
      return Reflect.apply(member, target, given);
    };
  };
  for (const [name, emailVerified, hash] of [
    ["known", new Date(), fast.hash(another)],
    ["none", new Date(), undefined],
    ["unproven", null, fast.hash(another)],
    ["bare", null, undefined],
  ] as const) {
    const user = { id: crypto.randomUUID(), email: `${name}@example.org`, emailVerified };
    const { id } = await adapter.createUser(user);
    if (hash !== undefined) await storePassword(adapter, { userId: id, hash });
  }
  const mailer = {
    id: "m",
    type: "email",
    limit: () => true,
    sendVerificationRequest: send,
  } as const;
  const world = passwordWorld(inbox, {
    provider: { ...fast, email: mailer, ...provider },
    overrides: { adapter: new Proxy(adapter, { get: noted }) },
  });
  const names = ["known", "nobody", "none", "unproven", "bare"];
  return { config: world.config, asked, addresses: names.map((name) => `${name}@example.org`) };
}
