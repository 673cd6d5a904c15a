// An Express application with one route for signed-in people, made with one of the libraries.
import express from "express";
import { better } from "../peers.mjs";
import {
  bareDecryption,
  config,
  cookieHeader,
  cookieHeaders,
  cookieName,
  cookieValue,
  inTurns,
  ours,
  secret,
  token,
} from "../world.mjs";

/** Each gives what finds the person of a request, and the Cookie header of a browser that is signed in. */
const libraries = {
  async "no sign-in"() {
    const user = { name: "Ada", email: "ada@example.org", image: "https://img.test/ada.png" };
    return { who: () => user, cookie: cookieHeader(await token()) };
  },
  async latchkey() {
    const { getSession } = await ours("frameworks/express/index");
    const own = config();
    const who = async (req) => (await getSession(req, own))?.user;
    return { who, cookie: cookieHeader(await token()) };
  },
  // Each request is of somebody else, whose token has to be decrypted.
  async "latchkey, everybody once"() {
    const { getSession } = await ours("frameworks/express/index");
    const [own, headers] = [config(), await cookieHeaders()];
    const cookie = inTurns(headers);
    const who = async (req) => {
      req.headers.cookie = cookie();
      return (await getSession(req, own))?.user;
    };
    return { who, cookie: headers[0] };
  },
  async "@auth/express"() {
    const { getSession } = await import("@auth/express");
    const theirs = config();
    const who = async (req) => (await getSession(req, theirs))?.user;
    return { who, cookie: cookieHeader(await token()) };
  },
  async "bare decryption"() {
    const [decrypt, headers] = [bareDecryption(), await cookieHeaders()];
    const cookie = inTurns(headers);
    const who = (req) => {
      req.headers.cookie = cookie();
      const { name, email, picture } = decrypt(cookieValue(req.headers.cookie, cookieName));
      return { name, email, image: picture };
    };
    return { who, cookie: headers[0] };
  },
  async "better-auth"() {
    const { auth, cookie } = await better();
    const who = async (req) =>
      (await auth.api.getSession({ headers: new Headers({ cookie: req.headers.cookie }) }))?.user;
    return { who, cookie };
  },
  async "iron-session"() {
    const { getIronSession, sealData } = await import("iron-session");
    const options = { password: secret, cookieName: "iron" };
    const sealed = await sealData({ user: { name: "Ada", email: "ada@example.org" } }, options);
    const who = async (req) => (await getIronSession(req, req.res, options)).user;
    return { who, cookie: `iron=${sealed}` };
  },
  async "express-session"(app) {
    const { default: session } = await import("express-session");
    app.use(session({ secret, resave: false, saveUninitialized: false }));
    app.get("/enter", (req, res) => {
      req.session.user = { name: "Ada", email: "ada@example.org" };
      res.json({});
    });
    return { who: (req) => req.session.user, enter: "/enter" };
  },
};

const app = express();
app.disable("x-powered-by");
const { who, cookie, enter } = await libraries[process.argv[2]](app);
app.get("/me", async (req, res) => {
  const user = await who(req);
  if (user) res.json(user);
  else res.status(401).json({ message: "Sign in first." });
});

const server = app.listen(0, "127.0.0.1", async () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  const entered = enter && (await fetch(url + enter)).headers.getSetCookie()[0]?.split(";", 1)[0];
  process.send({ url: `${url}/me`, cookie: cookie ?? entered });
});

// Asked before and after a load: the processor time that this server took.
process.on("message", () => process.send(process.cpuUsage()));
process.once("disconnect", () => process.exit(0));
