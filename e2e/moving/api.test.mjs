// Every name that the published packages export, by subpath, types too: the packages that answer to their names
// have it, or it is listed here with the reason.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { beforeAll, expect, it } from "vitest";
import { writePackages } from "../../scripts/packages.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));

/** Names that nobody outside of Auth.js has a use for, or that have no counterpart here. */
const without = new Map([
  ["@auth/core/types", ["WebAuthnOptionsResponseBody", "Awaited"]],
  ["@auth/core/providers", ["OIDCConfigInternal"]],
  ["@auth/core/providers/oauth", ["OIDCConfigInternal"]],
  ["next-auth/providers", ["OIDCConfigInternal"]],
  ["@auth/express/providers", ["OIDCConfigInternal"]],
  // Parts of one profile, which is written as one type here.
  [
    "@auth/core/providers/42-school",
    ["UserData", "CursusUser", "ProjectUser", "Achievement", "LanguagesUser", "TitlesUser"].concat([
      "ExpertisesUser",
      "Campus",
      "CampusUser",
      "Image",
    ]),
  ],
  // The state of its own client, which applications change to set the path: here `basePath` of the provider does.
  ["next-auth/react", ["__NEXTAUTH"]],
]);

const subpaths = {
  "@auth/core": ["", "/types", "/errors", "/jwt", "/adapters", "/providers"],
  "next-auth": [
    "",
    "/jwt",
    "/adapters",
    "/react",
    "/webauthn",
    "/middleware",
    "/next",
    "/providers",
  ],
  "@auth/express": ["", "/adapters", "/providers"],
};
const folders = {
  "@auth/core": "auth-core",
  "next-auth": "next-auth",
  "@auth/express": "auth-express",
};

const published = (name) => join(here, "node_modules", name);
const fileBelow = (folder, subpath) =>
  [`${subpath || "/index"}.d.ts`, `${subpath}/index.d.ts`]
    .map((file) => join(folder, file))
    .find(existsSync);

function pairs() {
  return Object.entries(subpaths).flatMap(([name, listed]) => {
    const providers = readdirSync(join(published("@auth/core"), "providers"))
      .filter((file) => file.endsWith(".d.ts") && file !== "index.d.ts")
      .map((file) => `/providers/${file.slice(0, -".d.ts".length)}`);
    const all = name === "@auth/core" ? [...listed, ...providers] : listed;
    return all.map((subpath) => ({
      id: name + subpath,
      theirs: fileBelow(published(name), subpath),
      ours: fileBelow(join(root, "packages", folders[name], "lib"), subpath),
    }));
  });
}

beforeAll(() => writePackages());

it("nothing that is exported there is missing here", () => {
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
      paths: Object.fromEntries([
        ["latchkey", [join(root, "dist/index.d.ts")]],
        [
          "latchkey/*",
          [
            "dist/*.d.ts",
            "dist/*/index.d.ts",
            "dist/frameworks/*/index.d.ts",
            "dist/browser/*/index.d.ts",
          ].map((path) => join(root, path)),
        ],
      ]),
    },
  );
  const checker = program.getTypeChecker();
  const namesIn = (file) => {
    const source = file && program.getSourceFile(file);
    const symbol = source && checker.getSymbolAtLocation(source);
    return new Set(symbol ? checker.getExportsOfModule(symbol).map(({ name }) => name) : []);
  };
  const missing = files.flatMap(({ id, theirs, ours }) => {
    const [wanted, had] = [namesIn(theirs), namesIn(ours)];
    const expected = new Set(without.get(id));
    return [...wanted]
      .filter((name) => !had.has(name) && !expected.has(name))
      .map((name) => `${id}: ${name}`);
  });
  expect(missing).toEqual([]);
  // A comparison that found nothing to compare would hold, too.
  expect(namesIn(files[0].theirs)).toContain("Auth");
  expect(files.filter(({ theirs }) => namesIn(theirs).size > 0).length).toBeGreaterThan(100);
}, 120_000);
