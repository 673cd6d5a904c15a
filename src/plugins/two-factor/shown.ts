import { csrfToken } from "../../http/csrf.js";
import { json, type Outcome } from "../../http/outcome.js";
import { actionPath } from "../../http/urls.js";
import { secondStepPage, type SecondStepScreen } from "../../pages/second-step.js";
import { secondStepTexts } from "../../pages/second-step-texts.js";
import { pageFrame, showPage } from "../../actions/frame.js";
import type { StepContext } from "./person.js";

/** Scripts that ask not to be redirected read JSON. */
export function isProgram({ headers }: StepContext): boolean {
  return headers.has("x-auth-return-redirect");
}

/** A page, or for programs what it tells. */
export async function shown(
  context: StepContext,
  screen: SecondStepScreen,
  told: Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  const { error } = screen;
  const status = error === undefined ? 200 : 400;
  if (isProgram(context)) return json(error === undefined ? told : { error }, status);
  const { site } = context;
  const page = await secondStepPage({
    ...(await pageFrame(context)),
    screen,
    texts: (await context.language()).texts("two-factor", secondStepTexts),
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
