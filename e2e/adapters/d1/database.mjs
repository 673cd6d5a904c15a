import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { Miniflare } from "miniflare";

const bundled = await build({
  entryPoints: [fileURLToPath(new URL("worker.mjs", import.meta.url))],
  bundle: true,
  write: false,
  format: "esm",
  target: "es2022",
  conditions: ["workerd"],
});
const [{ text: script }] = bundled.outputFiles;

/** A D1 database, with the worker that has it. */
export function openDatabase() {
  const d1Databases = { DB: "latchkey", OTHER: "latchkey" };
  const miniflare = new Miniflare({
    ...{ modules: true, script, d1Databases },
    ...{ compatibilityDate: "2026-01-01", compatibilityFlags: ["nodejs_compat"] },
  });
  const ask = async (given) => {
    const body = JSON.stringify(given);
    const response = await miniflare.dispatchFetch("http://d1.test", { method: "POST", body });
    const { result, failed } = await response.json();
    if (!failed) return result;
    throw Object.assign(new Error(failed.message), { stack: failed.stack });
  };
  return { ask, binding: bindingOn(ask), close: () => miniflare.dispose() };
}

/** The same database outside of the worker, which runs its statements. */
function bindingOn(ask) {
  const statement = (sql, values) => ({
    ...{ sql, values },
    bind: (...given) => statement(sql, given),
    all: () => ask({ act: "all", sql, values }),
  });
  return {
    prepare: (sql) => statement(sql, []),
    batch: (statements) => ask({ act: "batch", statements }),
  };
}
