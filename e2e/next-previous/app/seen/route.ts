import { FullstackAuth } from "latchkey/next";
import { base } from "../../lib/config";

const seen: string[] = [];
const { auth } = FullstackAuth((request) => {
  seen.push(request ? request.nextUrl.pathname : "no request");
  return Promise.resolve(base);
});

/** What a lazy configuration is given: the request where there is one. */
export const GET = auth(async () => {
  await auth();
  return Response.json(seen.splice(0));
});
