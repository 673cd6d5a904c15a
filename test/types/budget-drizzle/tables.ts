// What an application has anyway: its tables of Drizzle.
import { drizzle } from "drizzle-orm/node-postgres";
import { bigint, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const usersTable = pgTable("users", {
  id: uuid("id").primaryKey().defaultRandom(),
  name: text("name"),
  email: text("email").unique(),
  emailVerified: timestamp("email_verified", { mode: "date" }),
  image: text("image"),
  role: text("role", { enum: ["ADMIN", "MEMBER"] })
    .notNull()
    .default("MEMBER"),
  visits: bigint("visits", { mode: "bigint" }).notNull(),
  born: timestamp("born", { mode: "date" }),
});

export const db = drizzle("postgres://localhost");
export const people = () => db.select().from(usersTable);
