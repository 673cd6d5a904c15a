import { Visitor } from "./visitor.js";

const pathOf = (address: string | URL | undefined): string => {
  const { pathname, search } = new URL(address ?? "about:blank", "http://localhost");
  return pathname + search;
};

/** A person in the browser: signs in as a sample person of `latchkey/dev`, and answers an app. Where that leads. */
export async function answerApp(origin: string, url: string, answer: string): Promise<string> {
  const visitor = new Visitor(origin);
  await visitor.get(pathOf(url));
  const callbackUrl = `${origin}/auth/bearer/authorize`;
  const begun = await visitor.submit("signin/dev", { callbackUrl });
  const people = new URL(begun.headers.location ?? "");
  const page = await visitor.get(pathOf(people));
  const [, person = ""] = /href="([^"]+)"/.exec(page.text) ?? [];
  const chosen = await visitor.get(pathOf(new URL(person.replaceAll("&amp;", "&"), people)));
  await visitor.get(pathOf(chosen.headers.location));
  const asked = await visitor.get(pathOf(callbackUrl));
  const [, request = ""] = /name="request" value="([^"]+)"/.exec(asked.text) ?? [];
  return (await visitor.submit("bearer/approve", { request, answer })).headers.location ?? "";
}
