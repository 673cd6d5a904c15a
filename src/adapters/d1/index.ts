import { resolveLayout } from "../sql/layout.js";
import type { ColumnValues, LayoutOptions, OwnColumns } from "../sql/layout.js";
import { adapterOnClient } from "../sql/on-client.js";
import type { StoreAdapter } from "../sql/on-client.js";
import { d1Client, isBinding } from "./client.js";
import type { D1Binding } from "./client.js";

export type { StoreAdapter } from "../sql/on-client.js";
export type { D1Answer, D1Binding, D1Prepared } from "./client.js";

/**
 * Stores everything in Cloudflare D1: users, sessions, the tables of plugins, and shared state. No
 * other package is needed.
 *
 * ```ts
 * import { env } from "cloudflare:workers";
 * const config = { adapter: D1Adapter(env.DB, { user: { role: "text" } }), providers: [] };
 * ```
 *
 * The user table's own columns are part of the row types, here and in callbacks.
 */
export function D1Adapter<const Own extends OwnColumns = Record<never, never>>(
  database: D1Binding,
  options?: LayoutOptions & { readonly user?: Own },
): StoreAdapter<ColumnValues<NoInfer<Own>>>;
export function D1Adapter(database: D1Binding, options: LayoutOptions = {}): StoreAdapter {
  if (!isBinding(database)) {
    throw new TypeError(
      "D1Adapter takes your D1 database. Write `D1Adapter(env.DB)`, where `DB` is the `binding` under `d1_databases` in wrangler.jsonc.",
    );
  }
  return adapterOnClient(d1Client(database), {
    dialect: "sqlite",
    layout: resolveLayout(options),
    toMigrate:
      "Run `npx latchkey schema --dialect sqlite > migrations/0001_auth.sql` and `npx wrangler d1 migrations apply DB`.",
  });
}
