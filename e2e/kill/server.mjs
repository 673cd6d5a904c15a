// One process of an application on the demo's store: sign-in by email and by a provider that needs no network.
// Tells its parent the port, and every link that a mail would carry.
import { setTimeout as pause } from "node:timers/promises";
import express from "express";
import { customFetch } from "latchkey";
import { MiddlewareAuth } from "latchkey/express";
import Email from "latchkey/providers/email";
import { openStore } from "../../examples/express/dist/store.js";

const { adapter } = await openWhenUp(process.env["DATABASE_URL"]);
const app = express();
app.use(
  "/auth",
  MiddlewareAuth({
    adapter,
    secret: process.env["AUTH_SECRET"],
    session: { strategy: "database" },
    trustHost: true,
    // Outages are what this is about: nobody reads about them.
    logger: { error() {}, warn() {}, debug() {} },
    timeout: 4_000,
    providers: [
      Email({
        from: "no-reply@example.org",
        confirm: "never",
        server: {
          async sendMail({ to, text }) {
            process.send?.({ to, link: /^https?:\S+$/m.exec(text)?.[0] });
            return {};
          },
        },
      }),
      {
        id: "hub",
        name: "Hub",
        type: "oauth",
        clientId: "client-1",
        clientSecret: "secret-1",
        authorization: "https://hub.test/authorize?scope=basic",
        token: "https://hub.test/token",
        userinfo: "https://hub.test/userinfo",
        profile: ({ sub, email }) => ({ id: sub, email }),
        [customFetch]: answerAsHub,
      },
    ],
  }),
);
const server = app.listen(0, "127.0.0.1", () => process.send?.({ port: server.address().port }));
process.once("disconnect", () => process.exit(0));

/** PostgreSQL may be on its way down or up as this process starts. */
async function openWhenUp(url, tries = 50) {
  try {
    return await openStore(url);
  } catch (error) {
    if (tries === 0) throw error;
    await pause(200);
    return openWhenUp(url, tries - 1);
  }
}

/** The code that the visitor brings says who they are; it serves as the access token too. */
async function answerAsHub(...args) {
  const request = new Request(...args);
  if (new URL(request.url).pathname === "/token") {
    const code = new URLSearchParams(await request.text()).get("code");
    return Response.json({ access_token: code, token_type: "bearer" });
  }
  const email = request.headers.get("authorization").replace(/^bearer /i, "");
  return Response.json({ sub: email, email });
}
