// What is in the database, and who is connected to it.
import pg from "pg";

export async function openObserver(url) {
  const client = new pg.Client({ connectionString: url, application_name: "soak-observer" });
  await client.connect();
  const count = async (query) => Number((await client.query(query)).rows[0].count);
  return {
    connections: () =>
      count(`select count(*) from pg_stat_activity
        where backend_type = 'client backend' and application_name <> 'soak-observer'`),
    async rows() {
      return {
        users: await count(`select count(*) from "User"`),
        sessions: await count(`select count(*) from "Session"`),
        tokens: await count(`select count(*) from "VerificationToken"`),
      };
    },
    close: () => client.end(),
  };
}
