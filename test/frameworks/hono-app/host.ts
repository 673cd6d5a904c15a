import { getRequestListener } from "@hono/node-server";
import { Hono, type Context } from "hono";
import { AuthError, HonoAuth, requireUser, type AuthEnv } from "latchkey/hono";
import { serve } from "../../support/express-host.js";
import type { FrameworkHost } from "../suite/host.js";

/** The suite's application on the Hono that is found under this name. */
export function honoHost(name: string): FrameworkHost {
  return {
    name,
    calls: true,
    serve({ config, trustsProxy = false, parsesBodies = false }) {
      const app = new Hono<AuthEnv>();
      if (parsesBodies) app.use("*", parseBody);
      app.use("*", HonoAuth({ ...config, trustProxy: trustsProxy }));
      app.get("/open", (c) => c.text("open"));
      app.get("/who", async (c) => {
        await c.var.auth.session();
        return Response.json(await c.var.auth.session());
      });
      app.get("/danger", async (c) => Response.json(await c.var.auth.requireFresh({ within: 60 })));
      app.get("/account", requireUser(), (c) => c.text(c.var.user.name === "" ? "" : "inside"));
      app.get("/cart", requireUser({ guests: true }), (c) => c.text("cart"));
      app.route("/members", members());
      app.post("/login", async (c) => {
        try {
          return c.redirect(await c.var.auth.signIn("credentials", await c.req.formData()));
        } catch (error) {
          if (error instanceof AuthError) return c.text(error.type, 403);
          throw error;
        }
      });
      app.post("/login/op", async (c) =>
        c.redirect(await c.var.auth.signIn("op", { redirectTo: "/who" })),
      );
      app.post("/logout", async (c) => c.redirect(await c.var.auth.signOut()));
      app.post("/rename", async (c) => {
        const { name } = await c.req.parseBody<{ name: string }>();
        return Response.json(await c.var.auth.update({ user: { name } }));
      });
      return serve((...exchange) => void getRequestListener(app.fetch)(...exchange));
    },
  };
}

function members(): Hono<AuthEnv> {
  const router = new Hono<AuthEnv>();
  router.use("*", requireUser());
  router.get("/one", (c) => c.text("one"));
  return router;
}

async function parseBody(c: Context, next: () => Promise<void>): Promise<void> {
  const type = c.req.header("content-type") ?? "";
  if (type.includes("json")) await c.req.json();
  else if (type.includes("form")) await c.req.parseBody();
  await next();
}
