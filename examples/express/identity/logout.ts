import type { Configuration, KoaContextWithOIDC } from "oidc-provider";
import { Html } from "../html.js";
import { client } from "./client.js";
import { leavePage, leftPage } from "./pages.js";
import { identityPeople } from "./people.js";
import { protection } from "./protect.js";

/** Signing out, begun by a site or here. Whoever signs out here is signed out of the site, too. */
export const logoutFeatures: Configuration["features"] = {
  backchannelLogout: { enabled: true },
  rpInitiatedLogout: {
    enabled: true,
    logoutSource(ctx, form) {
      const site = siteOf(ctx);
      const { accountId } = ctx.oidc.session ?? {};
      const person = identityPeople.find(({ id }) => id === accountId);
      show(
        ctx,
        leavePage({ form: new Html(form), name: person?.name, host: site?.host }),
        site?.origin,
      );
    },
    postLogoutSuccessSource: (ctx) => show(ctx, leftPage()),
  },
};

/** The site that somebody comes from; undefined when they began here. */
function siteOf({ oidc }: KoaContextWithOIDC): URL | undefined {
  const target: unknown = oidc.params?.["post_logout_redirect_uri"];
  if (typeof target !== "string" || !URL.canParse(target)) return undefined;
  const url = new URL(target);
  const known = client.post_logout_redirect_uris.map((uri) => new URL(uri));
  const isKnown = known.some(
    (own) => own.hostname === url.hostname && own.pathname === url.pathname,
  );
  return isKnown && url.protocol === "http:" ? url : undefined;
}

/** For people who signed in before this provider was started anew: it does not know them any more. */
export function showForgotten(ctx: KoaContextWithOIDC): void {
  show(ctx, leftPage(siteOf(ctx)?.origin));
}

function show(ctx: KoaContextWithOIDC, page: string, site?: string): void {
  ctx.set({ ...protection(site) });
  ctx.type = "html";
  ctx.body = page;
}
