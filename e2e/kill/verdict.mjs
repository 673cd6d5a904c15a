// Compares what the visitors were told with what is in the store.
import pg from "pg";

const seeded = "'ada@example.com', 'ben@example.com', 'cy@example.com'";
const queries = {
  users: `select count(*) from "User"`,
  accounts: `select count(*) from "Account"`,
  sessions: `select count(*) from "Session"`,
  duplicateUsers: `select count(*) from (select lower(email) from "User" group by 1 having count(*) > 1) d`,
  duplicateAccounts: `select count(*) from
    (select 1 from "Account" group by provider, "providerAccountId" having count(*) > 1) d`,
  orphanUsers: `select count(*) from "User" u where email not in (${seeded})
    and not exists (select 1 from "Account" a where a."userId" = u.id)`,
  orphanAccounts: `select count(*) from "Account" a
    where not exists (select 1 from "User" u where u.id = a."userId")`,
};

export async function countRows(url, acknowledged) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const counts = {};
    for (const [name, query] of Object.entries(queries)) {
      counts[name] = Number((await client.query(query)).rows[0].count);
    }
    const stored = await client.query(
      `select s."sessionToken", u.email from "Session" s join "User" u on u.id = s."userId"`,
    );
    const owners = new Map(stored.rows.map((row) => [row.sessionToken, row.email]));
    counts.lostSignIns = acknowledged.filter(
      ({ sessionToken, address }) => owners.get(sessionToken) !== address,
    ).length;
    return counts;
  } finally {
    await client.end();
  }
}
