// An application in CommonJS, and a browser of it: signs in, is asked who is there, signs out. Prints what was seen.
const express = require("express");
const { Auth } = require("latchkey");
const { AuthError } = require("latchkey/errors");
const { ExpressAuth, getSession, ...door } = require("latchkey/express");
const { default: Credentials } = require("latchkey/providers/credentials");

const config = {
  secret: "of a CommonJS application: 77f0, long enough",
  trustHost: true,
  basePath: "/auth",
  providers: [
    Credentials({
      credentials: { password: {} },
      authorize: ({ password }) => (password === "right" ? { id: "1", name: "Ada" } : null),
    }),
  ],
};

const app = express();
app.use("/auth", ExpressAuth(config));
app.get("/who", async (req, res) => {
  const session = await getSession(req, config);
  res.send(session?.user?.name ?? "nobody");
});

const server = app.listen(0, "127.0.0.1", async () => {
  const origin = `http://127.0.0.1:${server.address().port}`;
  const cookies = new Map();
  const headers = () => ({
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
  });
  const ask = async (path, fields) => {
    const init = fields && { method: "POST", body: new URLSearchParams(fields) };
    const answer = await fetch(origin + path, { headers: headers(), redirect: "manual", ...init });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      cookies.set(name, value);
    }
    return answer;
  };
  const who = async () => (await ask("/who")).text();
  const submit = async (path, fields) => {
    const { csrfToken } = await (await ask("/auth/csrf")).json();
    return ask(path, { csrfToken, ...fields });
  };

  const seen = { before: await who() };
  await submit("/auth/callback/credentials", { password: "wrong" });
  seen.refused = await who();
  await submit("/auth/callback/credentials", { password: "right" });
  seen.signedIn = await who();
  const request = new Request(`${origin}/auth/session`, { headers: headers() });
  seen.core = (await (await Auth(request, config)).json()).user.name;
  await submit("/auth/signout", {});
  seen.signedOut = await who();
  seen.oneCopy = door.AuthError === AuthError;
  console.log(JSON.stringify(seen));
  server.close();
});
