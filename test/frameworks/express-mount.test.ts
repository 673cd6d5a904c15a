import type { Express, RequestHandler } from "express";
import { MiddlewareAuth } from "latchkey/express";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ada, adasForm, world, type TestConfig } from "../support/config.js";
import { expressVersions, serve, type ExpressVersion } from "../support/express-host.js";
import { Visitor } from "../support/visitor.js";

afterEach(() => {
  vi.unstubAllEnvs();
});

interface MountCase {
  readonly title: string;
  /** Where the routes are then found. */
  readonly at: string;
  readonly mount: (
    app: Express,
    handler: RequestHandler,
    express: ExpressVersion["express"],
  ) => void;
  readonly config?: Partial<TestConfig>;
}

const everywhere: readonly MountCase[] = [
  { title: 'app.use("/auth")', at: "/auth", mount: (app, handler) => app.use("/auth", handler) },
  { title: 'app.use("/auth/")', at: "/auth", mount: (app, handler) => app.use("/auth/", handler) },
  {
    title: "a deep path",
    at: "/deep/er/login",
    mount: (app, handler) => app.use("/deep/er/login", handler),
  },
  { title: "no path at all", at: "/auth", mount: (app, handler) => app.use(handler) },
  {
    title: "no path at all, with a basePath",
    at: "/login",
    mount: (app, handler) => app.use(handler),
    config: { basePath: "/login" },
  },
  { title: 'app.use("/")', at: "/auth", mount: (app, handler) => app.use("/", handler) },
  {
    title: "a path other than the basePath",
    at: "/auth",
    mount: (app, handler) => app.use("/auth", handler),
    config: { basePath: "/elsewhere" },
  },
  {
    title: "a router",
    at: "/api/auth",
    mount: (app, handler, express) => app.use("/api", express.Router().use("/auth", handler)),
  },
  {
    title: "a router in a router",
    at: "/api/v1/auth",
    mount: (app, handler, express) => {
      const inner = express.Router().use("/auth", handler);
      app.use("/api", express.Router().use("/v1", inner));
    },
  },
  {
    title: "an app in an app",
    at: "/sub/auth",
    mount: (app, handler, express) => app.use("/sub", express().use("/auth", handler)),
  },
  {
    title: "a parameter",
    at: "/acme/auth",
    mount: (app, handler) => app.use("/:tenant/auth", handler),
  },
  {
    title: "an encoded parameter",
    at: "/a%20b%C3%A9/auth",
    mount: (app, handler) => app.use("/:tenant/auth", handler),
  },
  {
    title: "a router that sees the parameters above it",
    at: "/acme/auth",
    mount: (app, handler, express) =>
      app.use("/:tenant", express.Router({ mergeParams: true }).use("/auth", handler)),
  },
  {
    title: "a regular expression",
    at: "/auth",
    mount: (app, handler) => app.all(/^\/auth\/.+$/, handler),
  },
  {
    title: "a regular expression with a group",
    at: "/auth",
    mount: (app, handler) => app.all(/^\/(auth|login)\/.+$/, handler),
  },
  {
    title: "routes with named parts",
    at: "/auth",
    mount: (app, handler) => {
      app.all("/auth/:action", handler);
      app.all("/auth/:action/:provider", handler);
    },
  },
  {
    title: "a path that RegExp would read otherwise",
    at: "/a.b",
    mount: (app, handler) => app.use("/a.b", handler),
  },
];

/** The forms that only one of the versions knows, each with every way to mount it. */
function wildcards(pattern: string, at: string): MountCase[] {
  return [
    { title: `app.use("${pattern}")`, at, mount: (app, handler) => app.use(pattern, handler) },
    { title: `app.all("${pattern}")`, at, mount: (app, handler) => app.all(pattern, handler) },
    {
      title: `app.get and app.post("${pattern}")`,
      at,
      mount: (app, handler) => app.get(pattern, handler).post(pattern, handler),
    },
    {
      title: `a router with "${pattern}"`,
      at: `/api${at}`,
      mount: (app, handler, express) => app.use("/api", express.Router().all(pattern, handler)),
    },
  ];
}

const forms: Readonly<Record<ExpressVersion["version"], readonly MountCase[]>> = {
  "Express 4": [
    ...everywhere,
    ...wildcards("/auth/*", "/auth"),
    ...wildcards("/:tenant/auth/*", "/a%20b/auth"),
  ],
  "Express 5": [
    ...everywhere,
    ...wildcards("/auth/*splat", "/auth"),
    ...wildcards("/auth/{*any}", "/auth"),
    ...wildcards("/:tenant/auth/*splat", "/a%20b/auth"),
  ],
};

describe.each(expressVersions)("$version: the handler is mounted by", ({ version, express }) => {
  it.each(forms[version])(
    "decision 35: [SVC-6] [RTE-7] $title, and people sign in and out below $at",
    async ({ at, mount, config }) => {
      const app = express();
      mount(app, MiddlewareAuth(world("jwt", config).config), express);
      const origin = await serve(app);
      const visitor = new Visitor(origin, { basePath: at });

      const page = await visitor.route("signin");
      expect(page.status).toBe(200);
      expect(page.text).toContain(`action="${at}/callback/credentials"`);
      const providers = await visitor.route("providers");
      expect(providers.json()).toMatchObject({
        credentials: { callbackUrl: `${origin}${at}/callback/credentials` },
      });

      const wrong = await visitor.signIn({ ...adasForm, password: "wrong" });
      expect(wrong.headers.location).toBe(
        `${origin}${at}/signin?error=CredentialsSignin&code=credentials`,
      );
      expect(await visitor.session()).toBeNull();
      expect((await visitor.signIn(adasForm)).headers.location).toBe(origin);
      expect(await visitor.session()).toMatchObject({ user: { name: ada.name } });
      await visitor.signOut();
      expect(await visitor.session()).toBeNull();
    },
  );

  it.each([
    ["AUTH_URL", "/app/auth", undefined],
    ["basePath", "", "/app/auth"],
  ])("a path below a prefix that a proxy takes away, as %s says", async (_, path, basePath) => {
    vi.stubEnv("AUTH_URL", `https://site.test${path}`);
    const { config, log } = world("jwt", { basePath });
    const app = express().use("/auth", MiddlewareAuth(config));
    const headers = { host: "inner.test", origin: "https://site.test" };
    const visitor = new Visitor(await serve(app), { headers });
    const page = await visitor.route("signin");
    expect(page.text).toContain('action="/app/auth/callback/credentials"');
    expect((await visitor.route("providers")).json()).toMatchObject({
      credentials: { callbackUrl: "https://site.test/app/auth/callback/credentials" },
    });
    const wrong = await visitor.signIn({ ...adasForm, password: "wrong" });
    expect(wrong.headers.location).toContain("https://site.test/app/auth/signin?error=");
    expect((await visitor.signIn(adasForm)).headers.location).toBe("https://site.test/app");
    expect(await visitor.session()).toMatchObject({ user: { name: ada.name } });
    expect((await visitor.signOut()).headers.location).toBe("https://site.test/app");
    expect(await visitor.session()).toBeNull();
    expect(log.codes("warn")).not.toContain("env-url-basepath-mismatch");
    const elsewhere = { ...adasForm, callbackUrl: "https://evil.test/" };
    expect((await visitor.signIn(elsewhere)).headers.location).toBe("https://site.test/app");
    const top = { ...adasForm, callbackUrl: "/" };
    expect((await visitor.signIn(top)).headers.location).toBe("https://site.test/");
  });

  it("a path that contradicts the one of the configuration: the mount counts, and the log says so once", async () => {
    const { config, log } = world("jwt", { basePath: "/elsewhere" });
    const visitor = new Visitor(await serve(express().use("/auth", MiddlewareAuth(config))));
    for (const route of ["signin", "session"]) await visitor.route(route);
    expect(log.codes("warn").filter((code) => code === "env-url-basepath-mismatch")).toHaveLength(
      1,
    );
    const other = world("jwt");
    const silent = new Visitor(await serve(express().use("/login", MiddlewareAuth(other.config))), {
      basePath: "/login",
    });
    expect((await silent.route("signin")).status).toBe(200);
    expect(other.log.codes("warn")).not.toContain("env-url-basepath-mismatch");
  });

  it("no path and answers only for its own", async () => {
    const app = express();
    app.use(MiddlewareAuth(world("jwt").config));
    app.get("/authors", (_req, res) => {
      res.send("authors");
    });
    const visitor = new Visitor(await serve(app));
    expect((await visitor.get("/authors")).text).toBe("authors");
    expect((await visitor.get("/auth/nothing")).status).toBe(404);
  });

  it("a path, and a slash at the end of an address makes no difference", async () => {
    const app = express();
    app.use("/auth", MiddlewareAuth(world("jwt").config));
    const visitor = new Visitor(await serve(app));
    expect((await visitor.get("/auth/session/")).text).toBe("null");
    expect((await visitor.get("/auth/")).status).toBe(404);
  });

  it("[RTE-1] /auth where nothing else is said", async () => {
    const app = express();
    app.use(MiddlewareAuth(world("jwt").config));
    const visitor = new Visitor(await serve(app));
    expect((await visitor.get("/auth/session")).text).toBe("null");
    expect((await visitor.get("/api/auth/session")).status).toBe(404);
  });
});
