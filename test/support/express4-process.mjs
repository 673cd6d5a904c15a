// A server on Express 4 whose sessions can't be read, in a process that nothing protects.
import express from "express4";
import { getSession } from "latchkey/express";

const config = { providers: [], secret: "too short", trustHost: true, logger: { error() {} } };
const app = express();
app.get("/alive", (_req, res) => res.send("alive"));
app.get("/caught", async (req, res) => {
  try {
    await getSession(req, config);
  } catch (error) {
    res.status(418).send(error.type);
  }
});
app.get("/foreign", async () => {
  throw new Error("not of the library");
});
app.get("/page", async (req, res) => {
  res.json(await getSession(req, config));
});
const server = app.listen(0, "127.0.0.1", () => console.log(server.address().port));
