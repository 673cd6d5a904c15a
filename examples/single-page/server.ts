import express, { type Request } from "express";
import { defineConfig } from "latchkey";
import { devIdentity } from "latchkey/dev";
import { getSession, MiddlewareAuth } from "latchkey/express";
import GitHub from "latchkey/providers/github";

const isLocal = ["development", "test"].includes(process.env["NODE_ENV"] ?? "");

export const config = defineConfig({
  providers: isLocal ? [devIdentity()] : [GitHub],
  callbacks: { session: ({ session, token }) => ({ ...session, userId: token.sub ?? "" }) },
});

// A real application has a table for them.
const notes = new Map<string, string[]>();

async function notesOf(req: Request): Promise<string[] | null> {
  const session = await getSession(req, config);
  if (!session) return null;
  const own = notes.get(session.userId) ?? [];
  notes.set(session.userId, own);
  return own;
}

const api = express.Router();
api.get("/notes", async (req, res) => {
  const own = await notesOf(req);
  // A script can't follow to a sign-in page: it is told, and the page does.
  if (own) res.json(own);
  else res.sendStatus(401);
});
// Only JSON is read, which no form of another site can send.
api.post("/notes", express.json(), async (req, res) => {
  const own = await notesOf(req);
  const body: unknown = req.body;
  const text = typeof body === "object" && body && "text" in body ? body.text : undefined;
  if (!own) res.sendStatus(401);
  else if (typeof text !== "string" || text === "") res.sendStatus(400);
  else res.status(201).json(own[own.push(text) - 1]);
});

export const app = express();
app.use("/auth", MiddlewareAuth(config));
app.use("/api", api);
