// Cases of our suite that go beyond what a published package is made for, by package. A case is named by a part of its
// name; every case that isn't listed must run and pass. Where the reason is the core, carries.mjs shows the core do it.

const typedError = { DuplicateError: "Its errors are those of the driver" };
const emptyAddress = {
  "[SEC-P11]": "It stores an empty address as it is, and the column is unique",
};
const sharedAccount = {
  "an account that another user has": "The core sees to it",
};
const foldedKeys = {
  "getUserByAccount finds": "MySQL's default collation folds case",
  "exact letters only": "MySQL's default collation folds case",
  "another address, or another token": "MySQL's default collation folds case",
};
const reusedToken = { "50 uses": "The core sees to it" };
const sharedAddress = {
  "the same address is refused": "The core sees to it",
  "20 first sign-ins": "The core sees to it",
};
const failingDelete = {
  "[ADP-3] deleteUser": "It fails for a user without both accounts and sessions",
  "[ADP-4] deleteUser": "It fails for a user without both accounts and sessions",
  "[ADP-6] deleteUser": "It fails for a user without both accounts and sessions",
};
const replacedKey = { "the credential id is taken": "The core sees to it" };

const modelRows = Object.fromEntries(
  [
    "createUser returns",
    "getUser finds",
    "getUserByEmail finds",
    "getUserByAccount finds",
    "updateUser changes",
  ].map((part) => [
    part,
    "It gives instances of its models, whose fields are not members of their own",
  ]),
);

const newer = [
  "deleteSessionsByUserId",
  "deleteOtherSessions",
  "listUsers",
  "listAccountsByUserId",
  "updateAccount",
];

/** Methods that the package lacks, and fields that its tables lack. */
const without = {
  transaction: [...newer, "transaction", "[RES-14]", "deleteAuthenticator"],
  passkeys: [...newer, "transaction", "[RES-14]", "[ADP-6]", "getAccount"],
};

const numberedUsers = Object.fromEntries(
  [
    "linkAccount keeps every token field",
    "updateAccount changes",
    "[ADP-6] createAuthenticator keeps",
    "may have no transports",
    "the new counter",
  ].map((part) => [
    part,
    "Its ids are numbers and those of ours texts; the core takes them as one",
  ]),
);

/** With what ours lends: a transaction would have to be of one connection. */
const lent = ["transaction", "[RES-14]"];

const unstorageFaults = {
  ...typedError,
  ...sharedAccount,
  ...sharedAddress,
  ...failingDelete,
  ...replacedKey,
  ...reusedToken,
};

export const known = {
  pg: leave(without.passkeys, { ...typedError, ...sharedAccount, ...sharedAddress }),
  kysely: leave(without.passkeys, { ...typedError, ...emptyAddress, ...sharedAccount }),
  kyselyMysql: leave(without.passkeys, {
    ...typedError,
    ...emptyAddress,
    ...sharedAccount,
    ...foldedKeys,
    ...reusedToken,
  }),
  drizzle: leave(without.transaction, { ...typedError, ...emptyAddress }),
  drizzleMysql: leave(without.transaction, {
    ...typedError,
    ...emptyAddress,
    ...foldedKeys,
    ...reusedToken,
  }),
  pgExtended: leave(lent, { ...typedError, ...emptyAddress, ...numberedUsers }),
  kyselyExtended: leave(lent, { ...typedError, ...emptyAddress, ...sharedAccount }),
  drizzleExtended: leave(lent, { ...typedError, ...emptyAddress }),
  prismaExtended: leave(lent, {
    ...typedError,
    ...emptyAddress,
    "[ADP-4] deleteSession removes": "It fails for a session that is not there",
  }),
  unstorage: leave(without.transaction, unstorageFaults),
  unstorageFiles: leave(without.transaction, {
    ...unstorageFaults,
    "[SEC-P11]": "The key of an empty address is the folder of all others",
  }),
  prisma: leave(without.transaction, {
    ...typedError,
    ...emptyAddress,
    "[ADP-4] deleteSession removes": "It fails for a session that is not there",
  }),
  sequelize: leave(without.passkeys, {
    ...typedError,
    ...sharedAccount,
    ...reusedToken,
    ...modelRows,
    ...emptyAddress,
    "another address, or another token": "A use deletes every token of the address",
    "tokens of one address": "A use deletes every token of the address",
    "getSessionAndUser gives": "It gives instances of its models",
  }),
  typeorm: leave(without.passkeys, {
    ...typedError,
    ...emptyAddress,
    ...sharedAccount,
    ...reusedToken,
    "updateUser changes": "It returns what it was given, not what is stored",
  }),
  mikroOrm: leave(without.passkeys, {
    ...typedError,
    ...emptyAddress,
    ...sharedAccount,
    ...reusedToken,
  }),
  dynamodb: leave(without.passkeys, { ...typedError, ...sharedAccount, ...sharedAddress }),
  upstash: leave(without.passkeys, {
    ...typedError,
    ...sharedAccount,
    ...sharedAddress,
    ...reusedToken,
  }),
  d1: leave(without.passkeys, {
    ...typedError,
    ...sharedAccount,
    ...sharedAddress,
    ...reusedToken,
  }),
};

function leave(missing, except) {
  return { except, leavesOut: [...missing, ...Object.keys(except)] };
}
