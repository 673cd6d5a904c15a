import type { Configuration, KoaContextWithOIDC } from "oidc-provider";
import { Html } from "../html.js";
import { leavePage, leftPage } from "./pages.js";
import { identityPeople } from "./people.js";
import { protection } from "./protect.js";

/** Signing out, begun by a site or here. Whoever signs out here is signed out of the site, too. */
export const logoutFeatures: Configuration["features"] = {
  backchannelLogout: { enabled: true },
  rpInitiatedLogout: {
    enabled: true,
    logoutSource(ctx, form) {
      const target: unknown = ctx.oidc.params?.["post_logout_redirect_uri"];
      const site = typeof target === "string" ? new URL(target) : undefined;
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

function show(ctx: KoaContextWithOIDC, page: string, site?: string): void {
  ctx.set({ ...protection(site) });
  ctx.type = "html";
  ctx.body = page;
}
