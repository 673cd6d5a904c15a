import { Router } from "express";
import type { Session } from "latchkey/express";
import { identityId } from "./identity/index.js";
import { identityPeople } from "./identity/people.js";
import type { Store } from "./store.js";

/** Another way in that leads to the same person. */
export interface LinkedAccount {
  readonly kind: string;
  readonly name: string;
}

/** The linked accounts of whoever is signed in: of all that there can be in this demo, theirs. */
export async function accountsOf(
  { adapter }: Store,
  session: Session | null,
): Promise<readonly LinkedAccount[]> {
  const email = session?.user?.email;
  const user = email ? await adapter.getUserByEmail(email) : null;
  if (!user) return [];
  const possible = [
    { kind: "Email link", name: user.email, key: ["nodemailer", user.email] },
    ...identityPeople.map(({ id, name }) => ({
      kind: "Local Identity",
      name,
      key: [identityId, id],
    })),
  ];
  const owners = await Promise.all(
    possible.map(({ key: [provider = "", providerAccountId = ""] }) =>
      adapter.getUserByAccount({ provider, providerAccountId }),
    ),
  );
  return possible.filter((_, index) => owners[index]?.id === user.id);
}

const script = `const link = document.querySelector("#link-account");

link?.addEventListener("click", async (event) => {
  event.preventDefault();
  try {
    const { csrfToken } = await (await fetch("/auth/csrf")).json();
    const answer = await fetch(link.dataset.action, {
      method: "POST",
      headers: { "X-Auth-Return-Redirect": "1" },
      body: new URLSearchParams({ csrfToken, callbackUrl: "/" }),
    });
    location.assign((await answer.json()).url);
  } catch {
    location.assign(link.href);
  }
});
`;

/** The script of the button "Link Local Identity". Without it the button leads to the sign-in page. */
export function accountAssets(): Router {
  const router = Router();
  router.get("/accounts.js", (_req, res) => {
    res.set("Cache-Control", "no-cache").type("text/javascript").send(script);
  });
  return router;
}
