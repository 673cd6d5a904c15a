import type { RequestHandler } from "express";
import { getSession, MiddlewareAuth } from "latchkey/express";
import type { TestConfig } from "../support/config.js";
import { expressVersions, serve, type ExpressVersion } from "../support/express-host.js";
import type { FrameworkHost } from "./suite/host.js";
import { frameworkSuite } from "./suite/index.js";

function signedIn(config: TestConfig): RequestHandler {
  return async (req, res, next) => {
    try {
      const session = await getSession(req, config);
      if (session?.user) next();
      else res.redirect("/auth/signin");
    } catch (error) {
      next(error); // Express 4 doesn't take it from a promise
    }
  };
}

function hostOf({ version, express }: ExpressVersion): FrameworkHost {
  return {
    name: version,
    calls: false,
    serve({ config, trustsProxy = false, parsesBodies = false }) {
      const app = express();
      app.set("env", "test"); // it prints no errors
      app.set("trust proxy", trustsProxy);
      if (parsesBodies) app.use(express.json(), express.urlencoded({ extended: true }));
      app.use(config.basePath ?? "/auth", MiddlewareAuth(config));
      app.get("/open", (_req, res) => void res.send("open"));
      app.get("/who", (req, res, next) => {
        getSession(req, config)
          .then(() => getSession(req, config))
          .then((session) => res.json(session), next);
      });
      app.get("/account", signedIn(config), (_req, res) => void res.send("inside"));
      const members = express.Router();
      members.use(signedIn(config));
      members.get("/one", (_req, res) => void res.send("one"));
      app.use("/members", members);
      return serve(app);
    },
  };
}

await frameworkSuite(expressVersions.map(hostOf));
