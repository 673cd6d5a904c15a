import { Router } from "express";
import type { Provider } from "oidc-provider";
import { identityPeople } from "./people.js";

/** An API for sites that have an access token: what its owner has planned. */
export function api(provider: Provider): Router {
  const router = Router();
  router.get("/api/calendar", async (req, res) => {
    const [, token = ""] = /^Bearer (.+)$/i.exec(req.get("authorization") ?? "") ?? [];
    const found = token === "" ? undefined : await provider.AccessToken.find(token);
    const person = identityPeople.find(({ id }) => id === found?.accountId);
    res.set("Cache-Control", "no-store");
    if (!found || found.isExpired || !person) {
      res.status(401).json({ error: "invalid_token" });
      return;
    }
    const { name, plans } = person;
    res.json({ name, plans, token: { begins: token.slice(0, 6), expires_in: found.remainingTTL } });
  });
  return router;
}
