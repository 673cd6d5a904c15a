// An application with one person who has a password. The address of a client is what it says, as behind a proxy.
import express from "express";
import { getSession, MiddlewareAuth } from "latchkey/express";
import { MemoryAdapter } from "latchkey/adapters/memory";
import Email from "latchkey/providers/email";
import Password, { addPasswordHash } from "latchkey/providers/password";

const [email, password] = process.argv.slice(2);
const adapter = MemoryAdapter();
const { id } = await adapter.createUser({ email, name: "Ada", emailVerified: new Date() });
await addPasswordHash(adapter, { userId: id, hash: "from elsewhere" });
const mailer = Email({ from: "no-reply@example.org", sendVerificationRequest() {} });
const config = {
  adapter,
  // The first sign-in hashes it as all are hashed.
  providers: [Password({ email: mailer, verify: (typed) => typed === password })],
  secret: "a secret that only this process has, for as long as it runs",
  session: { strategy: "jwt" },
  trustHost: true,
  clientIp: (request) => request.headers.get("x-real-ip"),
  logger: { error() {}, warn() {}, debug() {} },
};

const app = express();
app.use("/auth", MiddlewareAuth(config));
app.get("/me", async (req, res) => res.json((await getSession(req, config))?.user ?? null));
const server = app.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
process.on("message", () => process.send({ memory: process.memoryUsage.rss() }));
process.once("disconnect", () => process.exit(0));
