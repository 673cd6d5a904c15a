import { drizzle } from "drizzle-orm/sqlite-proxy";

/** An empty database. */
export const db = drizzle(async () => ({ rows: [] }));
