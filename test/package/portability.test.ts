import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { packAndInstall, subpaths } from "./packed.js";

const packed = await packAndInstall();
const doors = await subpaths(packed.files);

/** Glue and drivers for servers; everything else must run where only the web platform is. */
const serverOnly = /^\.\/(express|next|adapters\/(sql|redis|suite))$/;

describe("the core's built code", () => {
  it("imports nothing but its own files and its dependencies, and a bundler has nothing to say", async () => {
    const portable = [...doors].filter(([door]) => !serverOnly.test(door));
    const bundle = await build({
      entryPoints: portable.map(([, file]) => join(packed.folder, file)),
      outdir: join(packed.project, "bundle"),
      absWorkingDir: packed.project,
      bundle: true,
      write: false,
      metafile: true,
      format: "esm",
      platform: "neutral",
      mainFields: ["module", "main"],
      external: ["node:*", "nodemailer", "@simplewebauthn/*", "react", "react-dom"],
      logLevel: "silent",
    });
    const nodeImports = Object.entries(bundle.metafile.inputs).flatMap(([file, input]) =>
      input.imports.filter((it) => it.path.startsWith("node:")).map((it) => `${file}: ${it.path}`),
    );
    expect(nodeImports).toEqual([]);
    // Whoever bundles it would have to read them.
    expect(bundle.warnings.map(({ text }) => text)).toEqual([]);
  });
});
