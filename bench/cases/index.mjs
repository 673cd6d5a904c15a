/** Every case, by its name on the command line. Loaded at need: each process loads what it measures. */
export const cases = {
  read: () => import("./read.mjs"),
  revocable: () => import("./revocable.mjs"),
  moved: () => import("./moved.mjs"),
  passwords: () => import("./passwords.mjs"),
  providers: () => import("./providers.mjs"),
  copied: () => import("./copied.mjs"),
  database: () => import("./database.mjs"),
  processes: () => import("./processes.mjs"),
  growth: () => import("./growth.mjs"),
  actions: () => import("./actions.mjs"),
  oauth: () => import("./oauth.mjs"),
  http: () => import("./http.mjs"),
  import: () => import("./import.mjs"),
  bundle: () => import("./bundle.mjs"),
  memory: () => import("./memory.mjs"),
};
