import { execFile } from "node:child_process";
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type * as Memory from "latchkey/adapters/memory";
import type * as CredentialsDoor from "latchkey/providers/credentials";
import type * as GitHubDoor from "latchkey/providers/github";
import type * as Door from "latchkey";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Browser, location } from "../support/client.js";
import { strategies } from "../support/config.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const copy = join(root, ".cache", "without-plugins");

/** What goes with the plugins: the doors of next-auth 4 are part of the migration. */
const removed = ["src/plugins", "src/frameworks/next/v4"].map((folder) => join(root, folder));

beforeAll(async () => {
  await rm(copy, { recursive: true, force: true });
  await mkdir(copy, { recursive: true });
  const filter = (path: string) => !removed.includes(path) && !path.endsWith(".test.ts");
  await cp(join(root, "src"), join(copy, "src"), { recursive: true, filter });
  for (const file of ["tsconfig.base.json", "package.json"]) {
    await cp(join(root, file), join(copy, file));
  }
});

afterAll(() => rm(copy, { recursive: true, force: true }));

/** A module of the copy, which has the types of the original. */
async function load<Module>(path: string, name: keyof Module): Promise<Module> {
  const isModule = (made: unknown): made is Module =>
    typeof made === "object" && made !== null && name in made;
  const made: unknown = await import(/* @vite-ignore */ join(copy, "src", path));
  if (isModule(made)) return made;
  throw new Error(`${path} of the copy exports no ${String(name)}.`);
}

describe("the library without its plugins", () => {
  it("compiles", { timeout: 120_000 }, async () => {
    const compiler = join(root, "node_modules", "typescript7", "bin", "tsc");
    const args = [compiler, "-p", join(copy, "src"), "--outDir", join(copy, "dist")];
    const compiled = promisify(execFile)(process.execPath, args, { cwd: copy });
    const said = await compiled.then(
      ({ stdout }) => stdout,
      (error: unknown) => String(Reflect.get(Object(error), "stdout")),
    );
    expect(said).toBe("");
  });

  it.each(strategies)("signs users in and out, with %s sessions", async (strategy) => {
    const { Auth } = await load<typeof Door>("doors/index.ts", "Auth");
    const { MemoryAdapter } = await load<typeof Memory>(
      "adapters/memory/index.ts",
      "MemoryAdapter",
    );
    const credentials = await load<typeof CredentialsDoor>("providers/credentials.ts", "default");
    const github = await load<typeof GitHubDoor>("providers/github.ts", "default");
    const adapter = MemoryAdapter();
    const ada = await adapter.createUser({ id: "1", name: "Ada", email: "ada@example.org" });
    const browser = new Browser(
      {
        adapter,
        secret: `a secret for a library without plugins: ${crypto.randomUUID()}`,
        trustHost: true,
        session: { strategy },
        providers: [
          credentials.default({
            credentials: { code: {} },
            authorize: ({ code }) => (code === "open" ? ada : null),
          }),
          github.default({ clientId: "id", clientSecret: "secret" }),
        ],
      },
      { auth: Auth },
    );
    expect(await (await browser.get("signin")).text()).toContain("GitHub");
    expect(location(await browser.submit("signin/github"))).toContain("github.com/login/oauth");
    expect(location(await browser.signIn({ code: "shut" }))).toContain("error=CredentialsSignin");
    await browser.signIn({ code: "open" });
    expect(await browser.session()).toMatchObject({ user: { name: "Ada" } });
    expect((await browser.get("account")).status).toBe(404);
    await browser.signOut();
    expect(await browser.session()).toBeNull();
  });
});
