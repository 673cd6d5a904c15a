// The quick form, for `npm test`: prints the ratios of the named parts as JSON. Needs no install of bench/.
//   node bench/quick.mjs read providers import bundle
import { build } from "../scripts/build.mjs";

if (!build(["src"])) process.exit(1);

const { measure } = await import("./measure.mjs");
const [read, revocable, moved, passwords, providers, imports, bundle, cold] = await Promise.all([
  import("./cases/read.mjs"),
  import("./cases/revocable.mjs"),
  import("./cases/moved.mjs"),
  import("./cases/passwords.mjs"),
  import("./cases/providers.mjs"),
  import("./cases/import.mjs"),
  import("./cases/bundle.mjs"),
  import("./cases/cold.mjs"),
]);

const some = ({ variants }, names, rounds) => ({
  rounds,
  variants: Object.fromEntries(names.map((name) => [name, variants[name]])),
});

const parts = {
  async read() {
    const group = some(read.groups["small session"], read.few, 9);
    return read.ratios({ "small session": await measure("read", "small session", group) });
  },
  async revocable() {
    const results = {};
    for (const [name, group] of Object.entries(revocable.groups)) {
      results[name] = await measure("revocable", name, group);
    }
    return revocable.ratios(results);
  },
  async moved() {
    return moved.ratios({
      getSession: await measure("moved", "getSession", moved.groups.getSession),
    });
  },
  passwords: async () => passwords.ratios(await passwords.run(3)),
  async providers() {
    const group = some(providers.groups.getSession, ["1 providers", "100 providers"], 25);
    return providers.ratios({ getSession: await measure("providers", "getSession", group) });
  },
  import: async () => imports.ratios(await imports.importTimes(["latchkey", "@auth/core"], 7)),
  cold: async () => cold.ratios(await cold.run(7)),
  bundle: async () => bundle.ratios(await bundle.run()),
};

const ratios = {};
for (const name of process.argv.slice(2)) ratios[name] = await parts[name]();
console.log(JSON.stringify(ratios));
