import { createServer } from "node:http";
import { createQwikCity } from "@builder.io/qwik-city/middleware/node";
import qwikCityPlan from "@qwik-city-plan";
import render from "./entry.ssr";

const { router, notFound } = createQwikCity({ render, qwikCityPlan });
const server = createServer((req, res) =>
  router(req, res, () => notFound(req, res, () => undefined)),
);
server.listen(Number(process.env["PORT"] ?? 0), "127.0.0.1", () => {
  console.log(`Ready at ${JSON.stringify(server.address())}`);
});
