import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { main } from "../../src/cli/main.js";
import { version } from "../../src/cli/version.js";
import { apps } from "./move-apps.js";

const day = /\d{4}-\d\d-\d\d/g;

async function place(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-move-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

async function run(folder: string, ...args: string[]) {
  return runWith({ isInteractive: false, answer: "" }, folder, ...args);
}

/** The same with somebody at the terminal who gives this answer. */
async function runWith(
  { isInteractive, answer }: { isInteractive: boolean; answer: string },
  folder: string,
  ...args: string[]
) {
  const lines: string[] = [];
  const world = {
    env: {},
    folder,
    isInteractive,
    hasColors: false,
    print: (line: string) => void lines.push(line),
    printError: (line: string) => void lines.push(`! ${line}`),
    ask: (question: string) => {
      lines.push(`? ${question}`);
      return Promise.resolve(answer);
    },
  };
  const status = await main(["move", ...args], world);
  return { status, text: lines.join("\n").replaceAll(day, "DAY") };
}

async function contents(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const pairs = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    const text = await readFile(path, "utf8");
    return [path.slice(folder.length + 1), text.replaceAll(day, "DAY")] as const;
  });
  return Object.fromEntries((await Promise.all(pairs)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const manifestOf = (name: string, dependencies: Readonly<Record<string, string>>) =>
  `${JSON.stringify({ name, dependencies }, null, 2)}\n`;

const migration = 'migration: { until: "DAY", writes: true },';

/** How people write the options of next-auth 4, and what becomes of them. */
const optionForms = {
  "an object with its type": [
    `import type { NextAuthOptions } from "next-auth";
export const authOptions: NextAuthOptions = {
  providers: [],
};
`,
    `import type { NextAuthOptions } from "latchkey/v4";
export const authOptions: NextAuthOptions = {
  ${migration}
  providers: [],
};
`,
  ],
  "passed to NextAuth, on one line": [
    `import NextAuth from "next-auth";\nexport default NextAuth({ providers });\n`,
    `import NextAuth from "latchkey/v4";\nexport default NextAuth({ ${migration} providers });\n`,
  ],
  "in JavaScript, beside its providers": [
    `import GitHub from "next-auth/providers/github";\nexport const options = {\n\tproviders: [GitHub({})],\n};\n`,
    `import GitHub from "latchkey/providers/github";\nexport const options = {\n\t${migration}\n\tproviders: [GitHub({})],\n};\n`,
  ],
  "made for each request": [
    `import NextAuth, { type AuthOptions } from "next-auth";
export const options = (req): AuthOptions => ({
  callbacks: { jwt: ({ token }) => ({ ...token, text: \`(\${req.url}{\` }) },
  providers: [],
});
export default (req, res) => NextAuth(req, res, options(req));
`,
    `import NextAuth, { type AuthOptions } from "latchkey/v4";
export const options = (req): AuthOptions => ({
  ${migration}
  callbacks: { jwt: ({ token }) => ({ ...token, text: \`(\${req.url}{\` }) },
  providers: [],
});
export default (req, res) => NextAuth(req, res, options(req));
`,
  ],
  "spread over other options": [
    `import NextAuth from "next-auth";
export const handler = (req, res) => NextAuth(req, res, { ...options, providers: [...more] });
export default NextAuth({
  ...options,
  providers,
});
`,
    `import NextAuth from "latchkey/v4";
export const handler = (req, res) => NextAuth(req, res, { ...options, providers: [...more], ${migration.slice(0, -1)} });
export default NextAuth({
  ...options,
  providers,
  ${migration}
});
`,
  ],
  "with the type any, or another name of theirs": [
    `import type { AuthOptions as Options } from "next-auth";
export const loose: any = { providers: [] };
export const strict: Options = { providers: [] };
`,
    `import type { AuthOptions as Options } from "latchkey/v4";
export const loose: any = { ${migration} providers: [] };
export const strict: Options = { ${migration} providers: [] };
`,
  ],
  "that already have it": [
    `import NextAuth from "next-auth";\nexport default NextAuth({ providers, migration: { until: "2027-01-31" } });\n`,
    `import NextAuth from "latchkey/v4";\nexport default NextAuth({ providers, migration: { until: "DAY" } });\n`,
  ],
} as const;

const otherObjects = {
  "props of a page": `import { getServerSession } from "next-auth";
import { getProviders } from "next-auth/react";
export default function Page({ providers }) { return <List {...{ providers }} />; }
export const getServerSideProps = async () => ({ props: { providers: (await getProviders()) ?? [] } });
`,
  "an attribute of JSX, and a property beside the type of a provider": `import type { BuiltInProviderType } from "next-auth/providers";
export const page = (providers: BuiltInProviderType[]) => <List providers={providers} title="in" />;
`,
  "what getInitialProps returns": `import { getProviders } from "next-auth/react";
import type { Session } from "next-auth";
Page.getInitialProps = async (context) => {
  return { providers: await getProviders(), session: null };
};
`,
  "a value of another type": `import type { Session } from "next-auth";
const props: Props = { providers: [], title: "in" };
`,
  "the state of a component": `import { getProviders } from "next-auth/react";
const [state] = useState({ providers: [] });
const { providers } = state;
`,
};

/** What is printed with file and line. */
const notesIn = (text: string) =>
  text.split("\n").flatMap((line) => (/^ {2}\S+:\d+ /.test(line) ? [line.trim()] : []));

const v4 = JSON.stringify({ dependencies: { "next-auth": "^4.24.0" } });
const v5 = JSON.stringify({ dependencies: { "next-auth": "5.0.0-beta.25" } });

describe("latchkey move", () => {
  it("has ten applications to try", () => {
    expect(Object.keys(apps)).toHaveLength(10);
  });

  it.each(Object.entries(apps))("%s", async (_, files) => {
    const folder = await place(files);
    const dry = await run(folder, "--dry-run");
    expect(await contents(folder)).toEqual(await contents(await place(files)));
    const first = await run(folder);
    expect(first.status).toBe(0);
    expect(dry.text.replaceAll("Would rewrite", "Rewrote")).toBe(first.text);
    const after = await contents(folder);
    const unversioned = Object.entries(after).map(
      ([path, text]) => [path, text.replaceAll(`"^${version()}"`, '"^VERSION"')] as const,
    );
    expect({ told: first.text, after: Object.fromEntries(unversioned) }).toMatchSnapshot();
    // Nothing is left under an old name but what stays: adapters, texts, and what a person was told of.
    const code = Object.entries(after).filter(([path]) => /\.[jt]sx?$/.test(path));
    for (const [path, text] of code) {
      const old = text.match(/from ["'](?:next-auth|@auth\/(?!prisma))[^"']*["']/g) ?? [];
      expect(old.every(() => first.text.includes(`${path}:`))).toBe(true);
    }
    const second = await run(folder);
    expect(await contents(folder)).toEqual(after);
    expect(second.text).toContain("There is nothing to rewrite.");
  });

  it("finds modules wherever they are written, and nowhere else", async () => {
    const manifest = JSON.stringify({ dependencies: { "next-auth": "5.0.0-beta.25" } });
    const folder = await place({
      "package.json": manifest,
      "page.jsx": `import { useSession } from "next-auth/react";
export const page = <p title="next-auth/react">Don't say "from 'next-auth'" here</p>;
`,
      "load.ts": `const one = await import(\`next-auth\`);
const two = await vi.importActual<typeof import("next-auth/jwt")>("next-auth/jwt");
const text = \`from \${one} import "next-auth"\`;
const cast = <string>process.env["NEXTAUTH_SECRET"] + process.env.NEXTAUTH_URL;
const pattern = /["']next-auth["']/;
import jwt = require("next-auth/jwt");
class Service { private logger: Logger; }
interface Options { authorized(): boolean; logger: Logger }
const read = () => [session?.sessionToken, other.session.sessionToken];
`,
    });
    const { status, text } = await run(folder);
    expect(status).toBe(0);
    const { "page.jsx": page, "load.ts": load } = await contents(folder);
    expect(page).toBe(`import { useSession } from "latchkey/react";
export const page = <p title="next-auth/react">Don't say "from 'next-auth'" here</p>;
`);
    expect(load).toContain("await import(`latchkey/next`)");
    expect(load).toContain('vi.importActual<typeof import("latchkey/jwt")>("latchkey/jwt")');
    expect(load).toContain('const text = `from ${one} import "next-auth"`');
    expect(load).toContain('<string>process.env["NEXTAUTH_SECRET"] + process.env.NEXTAUTH_URL');
    expect(load).toContain(`/["']next-auth["']/`);
    expect(load).toContain('import jwt = require("latchkey/jwt")');
    expect(notesIn(text)).toEqual(["load.ts:4  NEXTAUTH_SECRET", "load.ts:4  NEXTAUTH_URL"]);
  });

  it.each(Object.entries(optionForms))(
    "next-auth 4: sessions stay readable by both versions: %s",
    async (_, [before, after]) => {
      const folder = await place({ "package.json": v4, "lib/auth.tsx": before });
      const { text } = await run(folder);
      expect((await contents(folder))["lib/auth.tsx"]).toBe(after);
      expect(text).toContain("remove `writes: true` from `migration` (lib/auth.tsx:");
    },
  );

  it.each(Object.entries(otherObjects))(
    "next-auth 4: what isn't the options stays as it is: %s",
    async (_, code) => {
      const folder = await place({ "package.json": v4, "page.tsx": code });
      const { text } = await run(folder);
      expect((await contents(folder))["page.tsx"]).not.toContain("migration");
      expect(text).toContain("Add `migration: {");
    },
  );

  it.each([
    ["v5", "next-auth/lib", "latchkey/next"],
    ["v5", "next-auth/lib/types", "latchkey/next"],
    ["v5", "next-auth/lib/client", "latchkey/react"],
    ["v5", "next-auth/providers/index", "latchkey/providers"],
    ["v5", "next-auth/providers/oauth", "latchkey/providers"],
    ["v5", "next-auth/src/providers/github", "latchkey/providers/github"],
    ["v4", "next-auth/lib/client", "latchkey/v4/react"],
    ["v4", "next-auth/src/providers", "latchkey/v4/providers"],
    ["v4", "next-auth/jwt/index", "latchkey/v4/jwt"],
  ])("%s: %s, as editors import it, is %s", async (from, module, name) => {
    const code = `import type { Something } from "${module}";\n`;
    const folder = await place({ "package.json": from === "v4" ? v4 : v5, "a.ts": code });
    const { text } = await run(folder);
    expect(notesIn(text)).toEqual([]);
    expect((await contents(folder))["a.ts"]).toBe(`import type { Something } from "${name}";\n`);
  });

  it("next-auth 4: a hook of a provider that uses openid-client is noted outside of the options, too", async () => {
    const code = `import type { OAuthConfig } from "next-auth/providers/oauth";
export const strava: OAuthConfig<object> = {
  id: "strava",
  token: {
    async request({ client, params, checks, provider }) {
      return { tokens: await client.oauthCallback(provider.callbackUrl, params, checks) };
    },
  },
  userinfo: { request: (context) => context.client.userinfo(context.tokens.access_token) },
};
export const other = { token: { request: () => fetch("/") }, request: (client) => client.get("/") };
`;
    const { text } = await run(await place({ "package.json": v4, "lib/strava.ts": code }));
    expect(notesIn(text)).toEqual([
      expect.stringMatching(/^lib\/strava\.ts:5 .*client/),
      expect.stringMatching(/^lib\/strava\.ts:9 .*client/),
    ]);
  });

  it("an adapter that passes calls on isn't told to stop creating sessions", async () => {
    const code = `import type { Adapter } from "next-auth/adapters";
export const adapter: Adapter = {
  ...base,
  createSession: async (session) => base.createSession!({ ...session, at: 1 }),
  async linkAccount(account) {
    await base.createSession!(account);
  },
};
`;
    const { text } = await run(await place({ "package.json": v5, "lib/adapter.ts": code }));
    expect(notesIn(text)).toEqual([expect.stringContaining("lib/adapter.ts:6  Latchkey creates")]);
  });

  it("next-auth 4: variables keep their names, and the day is added wherever one is set", async () => {
    const folder = await place({
      "package.json": v4,
      ".env": "NEXTAUTH_URL=http://localhost:3000",
      ".env.example": "NEXTAUTH_SECRET=\n",
      "apps/a/.env.local": "DATABASE_URL=x\n",
      "env.mjs": "export const env = { NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET };\n",
    });
    const { text } = await run(folder);
    expect(await contents(folder)).toMatchObject({
      ".env": "NEXTAUTH_URL=http://localhost:3000\nAUTH_MOVED_UNTIL=DAY\n",
      ".env.example": "NEXTAUTH_SECRET=\nAUTH_MOVED_UNTIL=DAY\n",
      "apps/a/.env.local": "DATABASE_URL=x\n",
      "env.mjs": "export const env = { NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET };\n",
    });
    expect(notesIn(text)).toEqual([]);
  });

  it("v5: variables of the old name stay, and every place that names one is listed", async () => {
    const files = {
      ".env": "NEXTAUTH_URL=http://localhost:3000\n",
      ".github/workflows/ci.yml": "env:\n  NEXTAUTH_SECRET: ci\n",
      "docker-compose.yml": "services:\n  web:\n    environment:\n      - NEXTAUTH_URL\n",
      "env.d.ts": "namespace NodeJS { interface ProcessEnv { NEXTAUTH_SECRET: string } }\n",
      "env.ts":
        'const schema = z.object({ NEXTAUTH_SECRET: z.string() });\nconst { NEXTAUTH_URL } = process.env;\nconst same = process.env["NEXTAUTH_URL"];\n',
      "infra/main.tf": 'environment = { NEXTAUTH_URL = "https://example.com" }\n',
      "turbo.json": '{\n  "globalEnv": ["NEXTAUTH_SECRET"]\n}\n',
      "wrangler.jsonc": '{ "vars": { "NEXTAUTH_URL": "https://example.com" } }\n',
    };
    const scripts = { dev: "NEXTAUTH_URL=http://localhost:3000 next dev" };
    const manifest = { dependencies: { "next-auth": "5.0.0-beta.25" }, scripts };
    const folder = await place({ "package.json": JSON.stringify(manifest, null, 2), ...files });
    const { text } = await run(folder);
    expect(await contents(folder)).toMatchObject(files);
    expect(text).toContain("These variables are still read.");
    expect(notesIn(text)).toEqual([
      ".env:1  NEXTAUTH_URL",
      ".github/workflows/ci.yml:2  NEXTAUTH_SECRET",
      "docker-compose.yml:4  NEXTAUTH_URL",
      "infra/main.tf:1  NEXTAUTH_URL",
      "package.json:6  NEXTAUTH_URL",
      "turbo.json:2  NEXTAUTH_SECRET",
      "wrangler.jsonc:1  NEXTAUTH_URL",
      "env.d.ts:1  NEXTAUTH_SECRET",
      "env.ts:1  NEXTAUTH_SECRET",
      "env.ts:2  NEXTAUTH_URL",
      "env.ts:3  NEXTAUTH_URL",
    ]);
  });

  it("finds names of cookies in code, tests and proxies, with file and line", async () => {
    const files = {
      "api/session.py": 'COOKIE = "__Secure-next-auth.session-token"\n',
      "e2e/state.json": '{\n  "cookies": [{ "name": "next-auth.session-token" }]\n}\n',
      "components/Who.vue":
        '<script setup>\nconst token = useCookie("next-auth.session-token");\n</script>\n',
      "haproxy.cfg": "http-request set-var(txn.s) req.cook(next-auth.session-token)\n",
      "deploy/nginx/site.conf.template":
        "# the site\nproxy_cookie_path __Secure-next-auth.session-token /;\n",
      "nginx.conf": "map x y;\nmap $cookie___Host-next-auth.csrf-token $csrf { default 1; }\n",
      "e2e/login.spec.ts": 'await context.addCookies([{ name: "next-auth.session-token" }]);\n',
      "lib/token.ts":
        'export const name = `${secure ? "__Secure-" : ""}next-auth.session-token`;\nexport const other = "next-auth is a library";\n',
      "lib/auth.ts":
        'import NextAuth from "next-auth";\nexport default NextAuth({ providers: [], cookies: { sessionToken: { name: "__Secure-next-auth.session-token", options: {} } } });\n',
    };
    const notes = notesIn((await run(await place({ "package.json": v4, ...files }))).text);
    expect(notes).toEqual([
      expect.stringContaining("components/Who.vue:2  The session cookie next-auth.session-token"),
      expect.stringContaining("api/session.py:1  The session cookie __Secure-next-auth"),
      expect.stringContaining("deploy/nginx/site.conf.template:2  The session cookie"),
      expect.stringContaining("e2e/state.json:2  The session cookie next-auth.session-token"),
      expect.stringContaining("haproxy.cfg:1  The session cookie next-auth.session-token keeps"),
      expect.stringContaining(
        "nginx.conf:2  The cookie __Host-next-auth.csrf-token is now called latchkey.csrf-token",
      ),
      expect.stringContaining(
        "e2e/login.spec.ts:1  The session cookie next-auth.session-token keeps its name",
      ),
      expect.stringContaining("lib/token.ts:1  The session cookie next-auth.session-token"),
    ]);
  });

  it("v5: the session cookie has the same name, so that only other cookies are noted", async () => {
    const code = 'export const names = ["authjs.session-token", "authjs.callback-url"];\n';
    const { text } = await run(await place({ "package.json": v5, "names.ts": code }));
    expect(notesIn(text)).toEqual([expect.stringContaining("authjs.callback-url is now called")]);
  });

  it("notes members of the library's configuration, and nothing of the same name elsewhere", async () => {
    const folder = await place({
      "package.json": v5,
      "auth.ts": `import NextAuth, { type NextAuthConfig } from "next-auth";
export const config = {
  providers: [],
  logger: { error: console.error },
  callbacks: {
    authorized: () => true,
    session({ session }) {
      // @ts-expect-error not typed
      session.token = session.sessionToken;
      return session;
    },
  },
} satisfies NextAuthConfig;
export default NextAuth(config);
`,
      "server.ts": `import { auth } from "./auth";
import type { Session } from "next-auth";
export const server = fastify({ logger: { level: "info" }, authorized: () => true });
export const rows = async () => (await prisma.session.findMany()).map((session) => session.sessionToken);
// @ts-expect-error of another library
server.start(auth);
`,
      "db.ts": "await adapter.createSession({});\n// not next-auth's\n",
    });
    expect(notesIn((await run(folder)).text)).toEqual([
      expect.stringContaining("auth.ts:4  Logger methods"),
      expect.stringContaining("auth.ts:6  If `authorized` returns false"),
      expect.stringContaining("auth.ts:9  Remove the `@ts-expect-error` above"),
      expect.stringContaining("auth.ts:9  Sessions don't contain their token"),
    ]);
  });

  it(
    "the compiler of the application says which suppressions aren't needed any more",
    { timeout: 60_000 },
    async () => {
      const outside = "// @ts-expect-error not ours\nexport const outside = 1;\n";
      const folder = await place({
        "outside.ts": outside,
        "web/package.json": v5,
        "web/tsconfig.json": JSON.stringify({
          compilerOptions: { strict: true, jsx: "preserve", types: [] },
          files: ["app/(in)/a.tsx", "../outside.ts"],
        }),
        // Types like those that are there after the move.
        "web/node_modules/latchkey/package.json": '{ "name": "latchkey", "version": "1.0.0" }',
        "web/node_modules/latchkey/next.d.ts": "export declare const name: string;\n",
        "web/jsx.d.ts": "declare namespace JSX { interface IntrinsicElements { p: object } }\n",
        "web/app/(in)/a.tsx": `/// <reference path="../../jsx.d.ts" />
import { name } from "next-auth";
// @ts-expect-error the types are wrong
export const one: string = name;
  /* @ts-expect-error and here */
export const two: string = name;
// @ts-expect-error a real one
export const three: number = name;
export const four = (
  <p>
    {/* @ts-expect-error in JSX */}
    {name.length}
  </p>
);
export const five: string = /* @ts-expect-error beside code */
  name;
`,
      });
      await symlink(
        fileURLToPath(new URL("../../node_modules/typescript7", import.meta.url)),
        join(folder, "web/node_modules/typescript"),
        "dir",
      );
      const { text } = await run(join(folder, "web"));
      expect(await readFile(join(folder, "outside.ts"), "utf8")).toBe(outside);
      expect(
        (await readFile(join(folder, "web/app/(in)/a.tsx"), "utf8")).split("\n").slice(1),
      ).toEqual([
        'import { name } from "latchkey/next";',
        "export const one: string = name;",
        "export const two: string = name;",
        "// @ts-expect-error a real one",
        "export const three: number = name;",
        "export const four = (",
        "  <p>",
        "    {name.length}",
        "  </p>",
        ");",
        "export const five: string = /* @ts-expect-error beside code */",
        "  name;",
        "",
      ]);
      expect(text).toContain(
        "app/(in)/a.tsx\n  next-auth -> latchkey/next\n  removed an unused @ts-expect-error (line 3)",
      );
      expect(notesIn(text)).toEqual([
        expect.stringMatching(/^app\/\(in\)\/a\.tsx:15 .*it's unused now/),
      ]);
    },
  );

  it("leaves a file that can't be parsed as it is, and rewrites the others", async () => {
    const broken = 'import { auth } from "next-auth";\nexport const broken = [ };\n';
    const folder = await place({
      "package.json": JSON.stringify({ dependencies: { "next-auth": "5.0.0-beta.25" } }),
      "broken.ts": broken,
      "whole.ts": 'export { auth } from "next-auth";\n',
    });
    const { status, text } = await run(folder);
    expect(status).toBe(0);
    expect(text).toContain("broken.ts:2  can't be parsed, so nothing was changed");
    expect(await contents(folder)).toMatchObject({
      "broken.ts": broken,
      "whole.ts": 'export { auth } from "latchkey/next";\n',
    });
  });

  it("says what is wrong with how it was called", async () => {
    const folder = await place({ "package.json": "{}" });
    expect(await run(folder, "--from", "v3")).toMatchObject({ status: 2 });
    expect((await run(folder)).text).toContain("There is nothing to rewrite.");
    expect((await run(await place({ "package.json": "{" }))).text).toContain("package.json:1");
  });

  it.each(["13.5.11", "^13.0.0", "~12.3", "12 || 13"])(
    "Next.js %s is refused with one sentence, and nothing is written",
    async (next) => {
      const dependencies = { next, "next-auth": "5.0.0-beta.32" };
      const files = { "package.json": JSON.stringify({ dependencies }) };
      const folder = await place(files);
      const { status, text } = await run(folder);
      expect(status).toBe(1);
      expect(text).toMatch(
        /^! Next\.js 1[23] is not supported: latchkey needs Next\.js 14 or newer\. .*$/,
      );
      expect(await contents(folder)).toEqual(files);
    },
  );

  it.each(["14.2.35", "^16", "13 || 14", "latest", "canary", "workspace:*"])(
    "Next.js %s is not",
    async (next) => {
      const dependencies = { next, "next-auth": "5.0.0-beta.32" };
      const folder = await place({ "package.json": JSON.stringify({ dependencies }) });
      expect(await run(folder)).toMatchObject({ status: 0 });
    },
  );

  describe("in a workspace", () => {
    const workspace = {
      "package.json": JSON.stringify({ private: true }),
      "pnpm-workspace.yaml": `packages: ["apps/*", "packages/*"]
catalog:
  react: 19.0.0
  "next-auth": ^4.24.11 # the old one
catalogs:
  new:
    next-auth: 5.0.0-beta.25
`,
      "apps/web/package.json": manifestOf("web", { "next-auth": "catalog:" }),
      "apps/web/auth.ts": 'import NextAuth from "next-auth";\n',
      "apps/admin/package.json": manifestOf("admin", { "next-auth": "catalog:new" }),
      "apps/admin/auth.ts": 'import NextAuth from "next-auth";\n',
      "packages/ui/package.json": manifestOf("@acme/ui", { admin: "workspace:*" }),
      "packages/ui/session.ts": 'import { useSession } from "next-auth/react";\n',
    };

    it("each package is moved from the release that it uses", async () => {
      const folder = await place(workspace);
      const { status, text } = await run(folder);
      expect(status).toBe(0);
      const after = await contents(folder);
      expect(after).toMatchObject({
        "apps/web/auth.ts": 'import NextAuth from "latchkey/v4";\n',
        "apps/admin/auth.ts": 'import NextAuth from "latchkey/next";\n',
        "packages/ui/session.ts": 'import { useSession } from "latchkey/react";\n',
        "package.json": workspace["package.json"],
      });
      expect(after["apps/web/package.json"]).toContain('"latchkey": "^');
      expect(text).toContain("apps/web/package.json:4  next-auth is still in the catalog");
    });

    it.each(["*", "workspace:*", "catalog:unknown"])(
      "with the range %s nothing is changed, and the package is named",
      async (range) => {
        const files = {
          ...workspace,
          "apps/web/package.json": manifestOf("web", { "next-auth": range }),
        };
        const folder = await place(files);
        const { status, text } = await run(folder);
        expect(status).toBe(1);
        expect(text).toMatch(/^! Nothing was changed: .*apps\/web.* --from v4 or --from v5\.$/);
        expect(await contents(folder)).toEqual(files);
      },
    );

    it("--from is for packages that don't say it, if others do", async () => {
      const folder = await place({
        ...workspace,
        "tools/seed.ts": 'import { encode } from "next-auth/jwt";\n',
      });
      expect((await run(folder)).status).toBe(1);
      expect((await run(folder, "--from", "v4")).status).toBe(0);
      expect(await contents(folder)).toMatchObject({
        "apps/web/auth.ts": 'import NextAuth from "latchkey/v4";\n',
        "apps/admin/auth.ts": 'import NextAuth from "latchkey/next";\n',
        "tools/seed.ts": 'import { encode } from "latchkey/v4/jwt";\n',
      });
    });

    it("the release is asked for at a terminal, and installed packages tell it", async () => {
      const files = {
        "package.json": manifestOf("web", { "next-auth": "*" }),
        "auth.ts": 'import NextAuth from "next-auth";\n',
      };
      const folder = await place(files);
      const { text } = await runWith({ isInteractive: true, answer: "v4" }, folder);
      expect(text).toContain("? Which release of next-auth does this app use, v4 or v5?");
      expect((await contents(folder))["auth.ts"]).toContain("latchkey/v4");
      const installed = await place({
        ...files,
        "node_modules/next-auth/package.json": '{ "version": "5.0.0-beta.32" }',
      });
      expect((await run(installed)).status).toBe(0);
      expect((await contents(installed))["auth.ts"]).toContain("latchkey/next");
    });

    it("a file of variables beside the packages gets the day if one of them is of next-auth 4", async () => {
      const folder = await place({ ...workspace, ".env": "NEXTAUTH_SECRET=x\n" });
      await run(folder);
      expect((await contents(folder))[".env"]).toContain("AUTH_MOVED_UNTIL=DAY");
    });
  });

  it("as JSON", async () => {
    const folder = await place(apps["v5, Express"] ?? {});
    const { text } = await run(folder, "--json", "--dry-run");
    expect(JSON.parse(text)).toMatchObject({
      from: "v5",
      files: [{ path: "package.json" }, { path: "server.js" }],
    });
  });
});
