// One process of an application with sign-in, made with one of the libraries: LOAD_SIDE names it, LOAD_SERVICES
// has the places of its services.
import express from "express";
import { sides } from "./sides.mjs";

const { open } = sides[process.env["LOAD_SIDE"]];
const { routes, begin, userOf, accessTokenOf, revoke } = await open(
  JSON.parse(process.env["LOAD_SERVICES"]),
);

const app = express();
if (begin) app.post("/auth/signin/local", begin);
app.use("/auth", routes);
app.get("/me", async (req, res) => res.json((await userOf(req)) ?? null));
app.post("/token", async (req, res) => res.json(await accessTokenOf(req)));
app.post("/revoke", async (req, res) => {
  await revoke(req);
  res.json({});
});

const server = app.listen(0, "127.0.0.1", () => {
  console.log(`http://localhost:${server.address().port}`);
});
// Longer than the turns of the others: a connection that is closed as it's used again would be a failed request.
server.keepAliveTimeout = 600_000;
process.once("SIGTERM", () => process.exit(0));
