import { Router } from "express";
import { allowScript } from "./allow-script.js";
import { eventLine, whatHappenedPage } from "./pages/what-happened.js";
import { sendPage } from "./send-page.js";
import type { Trail } from "./trail.js";

const script = `const list = document.querySelector("#trail");
const none = document.querySelector("#no-trail");

new EventSource("/what-happened/live").addEventListener("message", ({ data }) => {
  list?.insertAdjacentHTML("afterbegin", JSON.parse(data));
  none?.remove();
});
`;

/** The audit trail, live. Without the script, reloading the page shows what is new. */
export function whatHappenedRouter(trail: Trail): Router {
  const router = Router();
  router.get("/", (_req, res) => {
    allowScript(res);
    sendPage(res, whatHappenedPage(trail.events));
  });
  router.get("/live.js", (_req, res) => {
    res.set("Cache-Control", "no-cache").type("text/javascript").send(script);
  });
  router.get("/live", (_req, res) => {
    res.set({ "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    res.flushHeaders();
    const stop = trail.follow((event) => {
      res.write(`data: ${JSON.stringify(eventLine(event).toString())}\n\n`);
    });
    res.on("close", stop);
  });
  return router;
}
