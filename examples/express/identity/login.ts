import { Router, urlencoded, type ErrorRequestHandler, type Response } from "express";
import type { InteractionResults, Provider } from "oidc-provider";
import { client } from "./client.js";
import { homePage, loginPage, troublePage } from "./pages.js";
import { identityPeople } from "./people.js";
import { protection } from "./protect.js";
import { identityStylesheet } from "./styles.js";

/** The login page, and what becomes of a click on it. */
export function login(provider: Provider): Router {
  const answers = rememberAnswers(provider);
  const router = Router();
  router.get("/styles.css", (_req, res) => {
    res.set("Cache-Control", "no-cache").type("css").send(identityStylesheet);
  });
  router.get("/", async (req, res) => {
    const session = await provider.Session.get(provider.createContext(req, res));
    protect(res);
    res.send(homePage(identityPeople.find(({ id }) => id === session.accountId)));
  });
  router.get("/login/:uid", async (req, res) => {
    const { uid, params } = await provider.interactionDetails(req, res);
    const site = new URL(String(params["redirect_uri"]));
    protect(res, site.origin);
    res.send(loginPage({ uid, site: client.client_name, host: site.host }));
  });
  router.post("/login/:uid", urlencoded({ extended: false }), async (req, res) => {
    const answer = answers.get(req.params.uid);
    if (answer !== undefined) return res.redirect(303, answer);
    await provider.interactionFinished(req, res, resultOf(req.body));
  });
  router.use(trouble);
  return router;
}

const mostAnswers = 100;

/**
 * Where finished sign-ins led to. Of a double click the browser shows only what the second one gets,
 * and by then the first may have finished the sign-in: both get the same answer.
 */
function rememberAnswers(provider: Provider): ReadonlyMap<string, string> {
  const answers = new Map<string, string>();
  provider.use(async (ctx, next) => {
    await next();
    const uid = /^\/auth\/([\w-]+)$/.exec(ctx.path)?.[1];
    const answer = ctx.response.get("location");
    if (uid === undefined || answer === "") return;
    answers.set(uid, answer);
    const [oldest] = answers.keys();
    if (oldest !== undefined && answers.size > mostAnswers) answers.delete(oldest);
  });
  return answers;
}

function resultOf(body: unknown): InteractionResults {
  const form = new URLSearchParams(
    Object.entries(body ?? {}).map(([name, value]) => [name, String(value)]),
  );
  const person = identityPeople.find(({ id }) => id === form.get("person"));
  // Both at once: the page has said what the site will learn.
  if (person) return { login: { accountId: person.id, remember: true }, consent: {} };
  return { error: "access_denied", error_description: "The person cancelled." };
}

function protect(res: Response, site?: string): void {
  res.type("html").set(protection(site));
}

/** Mostly a page that was gone back to after its sign-in was over. Express wants all four parameters. */
const trouble: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (res.headersSent) return next(error);
  protect(res);
  res.status(400).send(troublePage());
};
