import { drizzle } from "drizzle-orm/pg-proxy";

/** An empty database. */
export const db = drizzle(async () => ({ rows: [] }));
