import { Redis } from "ioredis";
import { createConnection } from "mysql2/promise";
import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { openBrowser } from "./browser.js";
import { freshMysql, freshPostgres, freshRedisPrefix } from "./services.js";

const postgres = await freshPostgres();
const mysql = await freshMysql();
const redis = await freshRedisPrefix();
const browser = await openBrowser();

describe("the test services", () => {
  it.skipIf(postgres.skip)("gives each file an empty PostgreSQL database", async () => {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    const tables = await client.query("select 1 from pg_tables where schemaname = 'public'");
    await client.end();
    expect(tables.rows).toEqual([]);
  });

  it.skipIf(mysql.skip)("gives each file an empty MariaDB database", async () => {
    const connection = await createConnection({ uri: mysql.url });
    const [tables] = await connection.query("show tables");
    await connection.end();
    expect(tables).toEqual([]);
  });

  it.skipIf(redis.skip)("gives each file a Redis prefix of its own", async () => {
    const client = new Redis(redis.url);
    const keys = await client.keys(`${redis.prefix}*`);
    await client.set(`${redis.prefix}left-over`, "1");
    client.disconnect();
    expect(keys).toEqual([]);
  });

  it.skipIf(browser.skip)("gives each test a browser context of its own", async () => {
    const page = await browser.newPage();
    await page.setContent("<title>Ready</title>");
    expect(await page.title()).toBe("Ready");
    expect(await page.context().cookies()).toEqual([]);
  });
});
