/**
 * Real services for tests. Ask at the top level of a test file:
 *
 * ```ts
 * const database = await freshPostgres();
 * describe.skipIf(database.skip)("...", () => { ... database.url ... });
 * ```
 *
 * Each one is, in this order: the one an environment variable names (LATCHKEY_TEST_POSTGRES, _MYSQL, _REDIS,
 * _CHROMIUM, _PGBOUNCER), one already running on its usual loopback port, a private one started from installed programs, or
 * one installed by apt-get. When there is none the file is skipped; with CI=true it fails.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Redis } from "ioredis";
import { createConnection } from "mysql2/promise";
import { Client } from "pg";
import { afterAll, inject } from "vitest";
import type { ServiceKind } from "./services/kinds.js";

export interface Service {
  /** True when the service is missing: `describe.skipIf(service.skip)`. */
  skip: boolean;
  /** A URL, for Chromium and PgBouncer the program's path; empty when it is missing. */
  url: string;
}

const missing: Service = { skip: true, url: "" };

/** Where this service is. */
export async function findService(kind: ServiceKind): Promise<Service> {
  const response = await fetch(`${inject("serviceLocator")}/${kind}`);
  const located: unknown = await response.json();
  const where = readText(located, "where");
  if (where !== undefined) return { skip: false, url: where };
  const reason = `No ${kind} for this test file: ${readText(located, "reason") ?? "unknown reason"}.`;
  if (process.env["CI"] === "true") throw new Error(reason);
  console.warn(`Skipped. ${reason}`);
  return missing;
}

/** A new, empty PostgreSQL database, dropped after the last test of the file. */
export async function freshPostgres(): Promise<Service> {
  const server = await findService("postgres");
  if (server.skip) return missing;
  const name = uniqueName();
  await postgresCommand(server.url, `create database ${name}`);
  afterAll(() => dropPostgres(server.url, name));
  return { skip: false, url: withDatabase(server.url, name) };
}

/** A new, empty MariaDB or MySQL database, dropped after the last test of the file. */
export async function freshMysql(): Promise<Service> {
  const server = await findService("mysql");
  if (server.skip) return missing;
  const name = uniqueName();
  await mysqlCommand(server.url, `create database ${name} character set utf8mb4`);
  afterAll(() => mysqlCommand(server.url, `drop database if exists ${name}`));
  return { skip: false, url: withDatabase(server.url, name) };
}

/** A key prefix of its own; all its keys are deleted after the last test of the file. */
export async function freshRedisPrefix(): Promise<Service & { prefix: string }> {
  const prefix = `${uniqueName()}:`;
  const server = await findService("redis");
  if (server.skip) return { ...missing, prefix };
  afterAll(() => deleteKeys(server.url, prefix));
  return { ...server, prefix };
}

function uniqueName(): string {
  return `latchkey_test_${randomBytes(8).toString("hex")}`;
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Waits a while for connections that are being closed: cutting them off would be an error to their owner. */
async function dropPostgres(url: string, name: string): Promise<void> {
  const connected = "select 1 from pg_stat_activity where datname = $1";
  await withPostgres(url, async (client) => {
    for (let attempt = 0; attempt < 100; attempt++) {
      if ((await client.query(connected, [name])).rowCount === 0) break;
      await pause(20);
    }
    await client.query(`drop database if exists ${name} with (force)`);
  });
}

function postgresCommand(url: string, command: string): Promise<void> {
  return withPostgres(url, async (client) => {
    await client.query(command);
  });
}

async function withPostgres(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function mysqlCommand(url: string, command: string): Promise<void> {
  const connection = await createConnection({ uri: url });
  try {
    await connection.query(command);
  } finally {
    await connection.end();
  }
}

async function deleteKeys(url: string, prefix: string): Promise<void> {
  const client = new Redis(url);
  try {
    let cursor = "0";
    do {
      const [next, keys] = await client.scan(cursor, "MATCH", `*${prefix}*`, "COUNT", 500);
      if (keys.length > 0) await client.del(...keys);
      cursor = next;
    } while (cursor !== "0");
  } finally {
    client.disconnect();
  }
}

function readText(value: unknown, key: string): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const entry: unknown = Reflect.get(value, key);
  return typeof entry === "string" ? entry : undefined;
}
