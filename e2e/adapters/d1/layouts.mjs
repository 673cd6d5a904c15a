/** That of docs/cloudflare-d1.md, for the tables of `@auth/d1-adapter`. */
export const published = {
  tables: {
    ...{ user: "users", account: "accounts", session: "sessions" },
    ...{ verificationToken: "verification_tokens", authenticator: "authenticators" },
  },
  fill: true,
};

/** Of `numbersOnSqlite`. */
export const numbers = {
  ids: "number",
  tables: {
    ...{ user: "users", account: "accounts", session: "sessions" },
    ...{ verificationToken: "verificationToken", authenticator: "authenticators" },
  },
  sqliteDates: "milliseconds",
};
