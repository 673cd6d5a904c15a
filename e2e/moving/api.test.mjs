// Every name that the published packages export, by subpath, types too: the packages that answer to their names
// have it, or it is listed here with the reason.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { beforeAll, expect, it } from "vitest";
import { writePackages } from "../../scripts/generate/packages.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));

/** Names that have no counterpart here, and why. */
const without = new Map([
  [
    "/react",
    {
      names: ["__NEXTAUTH"],
      why: "the state of its client, which nothing here would read: where the routes are is told by `basePath` of `SessionProvider`, a session is read anew by `getSession()` or `update()`",
    },
  ],
]);

const folders = {
  "@auth/core": "auth-core",
  "next-auth": "next-auth",
  "@auth/express": "auth-express",
};

const published = (name) => join(here, "node_modules", name);
const own = (name) => join(root, "packages", folders[name]);
const manifest = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** Every subpath that a published package exports, with each file that a star stands for. */
function subpathsOf(name) {
  const folder = published(name);
  return Object.keys(manifest(folder).exports)
    .filter((subpath) => subpath !== "./package.json")
    .flatMap((subpath) => (subpath.endsWith("/*") ? within(folder, subpath) : [subpath]))
    .map((subpath) => subpath.slice(1));
}

function within(folder, subpath) {
  const directory = subpath.slice(0, -"/*".length);
  return readdirSync(join(folder, directory))
    .filter((file) => file.endsWith(".d.ts") && file !== "index.d.ts")
    .map((file) => `${directory}/${file.slice(0, -".d.ts".length)}`);
}

/** The types that a package has at a subpath, as its `exports` say. */
function typesAt(folder, subpath) {
  const { exports } = manifest(folder);
  const exact = exports[`.${subpath}`];
  const starred = exports[`.${dirname(subpath)}/*`];
  const { types } = exact ?? starred ?? {};
  const file = types && join(folder, types.replace("*", basename(subpath)));
  return file && existsSync(file) ? file : undefined;
}

function pairs() {
  return Object.keys(folders).flatMap((name) =>
    subpathsOf(name).map((subpath) => ({
      name,
      subpath,
      id: name + subpath,
      theirs: typesAt(published(name), subpath),
      ours: typesAt(own(name), subpath),
    })),
  );
}

/** Where each subpath of the library has its types, as its package.json says. */
function ownPaths() {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const typed = Object.entries(exports).filter(([, target]) => target?.types !== undefined);
  return Object.fromEntries(
    typed.map(([subpath, { types }]) => [`latchkey${subpath.slice(1)}`, [join(root, types)]]),
  );
}

beforeAll(() => writePackages());

it("nothing that is exported there is missing here", async () => {
  const files = pairs();
  const program = ts.createProgram(
    files.flatMap(({ theirs, ours }) => [theirs, ours]).filter(Boolean),
    {
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      jsx: ts.JsxEmit.ReactJSX,
      baseUrl: root,
      ignoreDeprecations: "6.0",
      paths: ownPaths(),
    },
  );
  const checker = program.getTypeChecker();
  const namesIn = (file) => {
    const source = file && program.getSourceFile(file);
    const symbol = source && checker.getSymbolAtLocation(source);
    return new Set(symbol ? checker.getExportsOfModule(symbol).map(({ name }) => name) : []);
  };
  expect(files.filter(({ theirs, ours }) => !theirs || !ours).map(({ id }) => id)).toEqual([]);
  const compared = files.map((file) => ({ ...file, ...compare(file, namesIn) }));
  const missing = compared.flatMap(({ id, lost }) => lost.map((name) => `${id}: ${name}`));
  expect(missing).toEqual([]);
  // A comparison that found nothing to compare would hold, too.
  expect(namesIn(files[0].theirs)).toContain("Auth");
  expect(compared.filter(({ wanted }) => wanted > 0).length).toBeGreaterThan(300);
  await expect(reportOf(compared)).toMatchFileSnapshot(join(root, "packages/api-report.md"));
}, 120_000);

function compare({ subpath, theirs, ours }, namesIn) {
  const [wanted, had] = [[...namesIn(theirs)], namesIn(ours)];
  const left = new Set(without.get(subpath)?.names);
  return {
    wanted: wanted.length,
    left: wanted.filter((name) => !had.has(name) && left.has(name)),
    lost: wanted.filter((name) => !had.has(name) && !left.has(name)),
  };
}

/** What was compared, and what is left out. */
function reportOf(compared) {
  const sum = (rows) => rows.reduce((total, { wanted }) => total + wanted, 0);
  const packages = Object.keys(folders).map((name) => {
    const rows = compared.filter((row) => row.name === name);
    const left = rows.flatMap((row) => row.left);
    return `| \`${name}\` ${manifest(published(name)).version} | ${rows.length} | ${sum(rows)} | ${left.length} |`;
  });
  const left = compared
    .filter((row) => row.left.length > 0)
    .map(({ id, subpath, left: names }) => {
      const list = names.map((name) => `\`${name}\``).join(", ");
      return `| \`${id}\` | ${list} | ${without.get(subpath).why} |`;
    });
  return [
    "# Names of Auth.js, and ours",
    "",
    "What the published packages export, values and types, against the packages here that answer to their names. Written",
    "and checked by `e2e/moving/api.test.mjs`.",
    "",
    "| package | subpaths | names | left out |",
    "| --- | --- | --- | --- |",
    ...packages,
    "",
    "| subpath | left out | why |",
    "| --- | --- | --- |",
    ...left,
    "",
  ].join("\n");
}
