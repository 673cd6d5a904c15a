import type { App, Plugin, PluginHooks, Runtime } from "../../core/plugin.js";

/** A plugin that is observed while it is set up. */
export interface Spied {
  readonly plugin: Plugin;
  /** The result of its last `create`. */
  hooks(): PluginHooks;
  /** The runtime of its last `create`. */
  runtime(): Promise<Runtime | undefined>;
  /** The slow calls that it made in `create`. */
  readonly io: string[];
}

/** Wraps a plugin and records what it does in `create`. */
export function spiedOn(plugin: Plugin): Spied {
  const io: string[] = [];
  const made: { readonly hooks: PluginHooks; readonly app: App }[] = [];
  return {
    io,
    hooks: () => made.at(-1)?.hooks ?? {},
    runtime: async () => made.at(-1)?.app.ready(),
    plugin: {
      ...plugin,
      create(app) {
        const watch = watched(app, io);
        const before = activeResources();
        try {
          const hooks = withoutFetch(io, () => plugin.create(watch.app));
          made.push({ hooks, app });
          return hooks;
        } finally {
          watch.end();
          const begun = activeResources().slice(before.length);
          if (begun.length > 0) io.push(`\`create\` begins I/O or a timer: ${begun.join(", ")}`);
        }
      },
    },
  };
}

/** An app that records calls until `end`. */
function watched(app: App, io: string[]): { readonly app: App; end(): void } {
  const state = { during: true };
  const noted = (name: string): App => {
    if (state.during) io.push(`\`create\` calls \`app.${name}\`: call it in a hook`);
    return app;
  };
  return {
    end: () => void (state.during = false),
    app: {
      ...app,
      seal: (...given) => noted("seal").seal(...given),
      open: (...given) => noted("open").open(...given),
      ready: () => noted("ready").ready(),
      tell: (event) => noted("tell").tell(event),
    },
  };
}

function withoutFetch<T>(io: string[], work: () => T): T {
  const real = globalThis.fetch;
  globalThis.fetch = () => {
    io.push("`create` calls `fetch`");
    return Promise.reject(new Error("`create` does no I/O."));
  };
  try {
    return work();
  } finally {
    globalThis.fetch = real;
  }
}

/** What keeps the process alive, if the runtime says. */
function activeResources(): readonly string[] {
  try {
    return process.getActiveResourcesInfo();
  } catch {
    return [];
  }
}
