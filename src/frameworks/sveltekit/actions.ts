import { withQuery } from "../../engine/index.js";
import { CredentialsSignin } from "../../errors.js";
import { signInPage, siteOf } from "../visit/place.js";
import type { FormAction } from "./kit.js";
import { courseOf, type Course } from "./visits.js";

const paramPrefix = "authorizationParams-";
const longestCode = 64;

/**
 * Signs in with what a form holds: `providerId`, `redirectTo`, fields of the provider's own, and
 * parameters for the provider's URL in fields whose names begin with `authorizationParams-`.
 */
export const signIn: FormAction = async (event) => {
  const course = courseOf(event);
  const form = await event.request.formData();
  const provider = textOf(form, "providerId");
  const params: Record<string, string> = {};
  for (const name of [...form.keys()].filter((key) => key.startsWith(paramPrefix))) {
    params[name.slice(paramPrefix.length)] = textOf(form, name) ?? "";
    form.delete(name);
  }
  form.delete("providerId");
  course.departure = await course.visit.auth
    .signIn(provider, form, params)
    .catch((error: unknown) => backToSignIn(course, error));
};

export const signOut: FormAction = async (event) => {
  const course = courseOf(event);
  course.departure = await course.visit.auth.signOut(await event.request.formData());
};

function textOf(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  return typeof value === "string" ? value : undefined;
}

/** Wrong credentials are for the person to mend; everything else is for the error page. */
function backToSignIn({ visit }: Course, error: unknown): string {
  if (!(error instanceof CredentialsSignin)) throw error;
  const site = siteOf(visit.engine, visit.sender);
  const told = { error: error.type, code: error.code.slice(0, longestCode) };
  return withQuery(signInPage(visit.engine, site, site.origin), told);
}
