import { Router, urlencoded } from "express";
import { allowScript } from "../allow-script.js";
import { ownFormsOnly } from "../own-forms-only.js";
import { authenticatorPage } from "../pages/authenticator.js";
import { sendPage } from "../send-page.js";
import { keepKeys, keysOf } from "./keys.js";
import { readKey } from "./totp.js";

const script = `const update = async () => {
  const page = new DOMParser().parseFromString(await (await fetch("/authenticator")).text(), "text/html");
  const codes = page.querySelector("#codes");
  if (codes) document.querySelector("#codes")?.replaceChildren(...codes.children);
};

if (document.querySelector("#codes")) setInterval(() => update().catch(() => undefined), 1000);
`;

/**
 * An authenticator app for people who have none at hand. For the demo only: a second step is worth
 * something because it is on another device. Without the script, reloading shows the code of now.
 */
export function authenticatorRouter(): Router {
  const router = Router();
  router.use(ownFormsOnly, urlencoded({ extended: false, limit: "2kb" }));
  router.get("/", (req, res) => {
    allowScript(res);
    sendPage(res, authenticatorPage(keysOf(req)));
  });
  router.get("/live.js", (_req, res) => {
    res.set("Cache-Control", "no-cache").type("text/javascript").send(script);
  });
  router.post("/", (req, res) => {
    const key = readKey(String(Reflect.get(Object(req.body), "key")));
    if (key === undefined) {
      res.status(400);
      allowScript(res);
      sendPage(res, authenticatorPage(keysOf(req), "wrong"));
      return;
    }
    const of = res.locals.session?.user?.email ?? "Latchkey demo";
    keepKeys(res, [{ key, of }, ...keysOf(req).filter((one) => one.key !== key)]);
    res.redirect(303, "/authenticator");
  });
  router.post("/forget", (_req, res) => {
    keepKeys(res, []);
    res.redirect(303, "/authenticator");
  });
  return router;
}
