import { pageFrame, showPage } from "../../core/actions/page-frame.js";
import { csrfToken } from "../../core/http/csrf.js";
import { json, type Outcome } from "../../core/http/outcome.js";
import { isScript } from "../../core/http/page-or-json.js";
import { actionPath } from "../../core/http/urls.js";
import { twoFactorPage, type TwoFactorScreen } from "./pages.js";
import { twoFactorTexts } from "./texts.js";
import type { StepContext } from "./user.js";

/** Renders a page, or its data as JSON. */
export async function shown(
  context: StepContext,
  screen: TwoFactorScreen,
  told: Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  const { error } = screen;
  const status = error === undefined ? 200 : 400;
  if (isScript(context.headers)) return json(error === undefined ? told : { error }, status);
  const { site } = context;
  const page = await twoFactorPage({
    ...(await pageFrame(context)),
    screen,
    texts: (await context.language()).texts("two-factor", twoFactorTexts),
    csrfToken: await csrfToken(context),
    urls: {
      ask: actionPath(site, "second-step"),
      setUp: actionPath(site, "second-step", "set-up"),
      settings: actionPath(site, "second-step", "settings"),
      codes: actionPath(site, "second-step", "codes"),
      off: actionPath(site, "second-step", "off"),
      signIn: actionPath(site, "signin"),
    },
  });
  return showPage(page, status);
}
