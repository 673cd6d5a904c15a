import { randomUUID, scryptSync, timingSafeEqual } from "node:crypto";
import express from "express";
import { defineConfig } from "latchkey";
import { connect, SqlAdapter } from "latchkey/adapters/sql";
import { getSession, MiddlewareAuth } from "latchkey/express";
import Credentials from "latchkey/providers/credentials";
import GitHub from "latchkey/providers/github";
import Google from "latchkey/providers/google";
import Nodemailer from "latchkey/providers/nodemailer";

const db = await connect(process.env["DATABASE_URL"] ?? "file:./app.db");
export const adapter = SqlAdapter(db, { user: { role: "text", salt: "text", hash: "text" } });
const hashOf = (password: string, salt: string) => scryptSync(password, salt, 32).toString("hex");
const password = Credentials({
  credentials: { email: { type: "email" }, password: { type: "password" } },
  authorize: async ({ email, password }) => {
    const user = await adapter.getUserByEmail(email.toLowerCase());
    const given = Buffer.from(hashOf(password, user?.salt ?? ""));
    return timingSafeEqual(given, Buffer.from(user?.hash ?? "0".repeat(64))) ? user : null;
  },
});
export const config = defineConfig({
  adapter,
  providers: [GitHub, Google, Nodemailer({ server: process.env["SMTP_URL"] }), password],
  callbacks: { session: ({ session, user }) => ({ ...session, role: user.role ?? "reader" }) },
});

export const app = express().use("/auth", MiddlewareAuth(config));
app.post("/people", express.text({ type: "*/*" }), async ({ body }, res) => {
  const { email = "", password = "" } = Object.fromEntries(new URLSearchParams(String(body)));
  const salt = randomUUID();
  await adapter.createUser({ email: email.toLowerCase(), salt, hash: hashOf(password, salt) });
  res.redirect("/auth/signin");
});
app.get("/api/me", async (req, res) => {
  const session = await getSession(req, config);
  res.status(session ? 200 : 401).json({ email: session?.user.email, role: session?.role });
});
