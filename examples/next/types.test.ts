// Checked by the compiler alone, against the real Next.js: every way to call what the library gives.
import type { NextApiRequest, NextApiResponse, GetServerSidePropsContext } from "next";
import type { NextFetchEvent, NextMiddleware, NextProxy, NextRequest } from "next/server";
import type { FullstackAuth as Named, NextAuth } from "latchkey/next";
import FullstackAuth, {
  type NextAuthConfig,
  type NextAuthRequest,
  type NextAuthResult,
  type Session,
  type SignInUrl,
} from "latchkey/next";

type Expect<T extends true> = T;
type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Extends<A, B> = [A] extends [B] ? true : false;

declare const result: NextAuthResult;
declare const request: NextRequest;
declare const event: NextFetchEvent;
declare const req: NextApiRequest;
declare const res: NextApiResponse;
declare const context: GetServerSidePropsContext;
declare const config: NextAuthConfig;
declare const form: FormData;
const { auth, signIn, signOut, unstable_update, handlers } = result;

export type Aliases = [
  Expect<Equal<typeof FullstackAuth, typeof Named>>,
  Expect<Equal<typeof FullstackAuth, typeof NextAuth>>,
];

export function authCalls() {
  const here = auth();
  const inApiRoute = auth(req, res);
  const inServerSideProps = auth(context);
  const asProxy = auth(request, event);
  const wrapped = auth((seen) => Response.json(seen.auth));
  const wrappedAsync = auth(async (seen) => Promise.resolve(Response.json(seen.auth?.user)));
  const passing = auth(() => undefined);
  const withParams = auth(async (_, { params }) => Response.json(await params));
  const withTypedParams = auth(async (_, { params }: { params: Promise<{ id: string }> }) =>
    Response.json((await params).id),
  );
  return {
    here,
    inApiRoute,
    inServerSideProps,
    asProxy,
    wrapped,
    wrappedAsync,
    passing,
    withParams,
    withTypedParams,
  };
}

type Calls = ReturnType<typeof authCalls>;
type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };
type RouteHandler<Context> = (request: NextRequest, context: Context) => Promise<Response>;

export type AuthResults = [
  Expect<Equal<Calls["here"], Promise<Session | null>>>,
  Expect<Equal<Calls["inApiRoute"], Promise<Session | null>>>,
  Expect<Equal<Calls["inServerSideProps"], Promise<Session | null>>>,
  Expect<Equal<Calls["asProxy"], Promise<Response>>>,
  Expect<Extends<Calls["wrapped"], RouteHandler<RouteContext>>>,
  Expect<Extends<Calls["wrappedAsync"], RouteHandler<RouteContext>>>,
  Expect<Extends<Calls["withParams"], RouteHandler<RouteContext>>>,
  Expect<Extends<Calls["withTypedParams"], RouteHandler<{ params: Promise<{ id: string }> }>>>,
  Expect<Extends<typeof auth, NextMiddleware>>,
  Expect<Extends<typeof auth, NextProxy>>,
  Expect<Equal<NextAuthRequest["auth"], Session | null>>,
  Expect<Extends<NextAuthRequest, NextRequest>>,
];

export const routeHandlers: {
  GET: (request: NextRequest) => Promise<Response>;
  POST: (request: NextRequest) => Promise<Response>;
} = handlers;

export function signInCalls() {
  return {
    bare: signIn(),
    provider: signIn("github"),
    redirecting: signIn("github", { redirectTo: "/there" }),
    returning: signIn("credentials", { redirect: false, username: "ada" }),
    maybe: signIn("credentials", { redirect: Boolean(form) }),
    form: signIn("credentials", form),
    record: signIn("github", {}, { login_hint: "ada@example.com" }),
    text: signIn("github", {}, "prompt=login"),
    search: signIn("github", {}, new URLSearchParams({ prompt: "login" })),
    pairs: signIn("github", form, [["prompt", "login"]]),
    out: signOut(),
    outTo: signOut({ redirectTo: "/bye" }),
    outReturning: signOut({ redirect: false }),
    updatedUser: unstable_update({ user: { name: "Ada" } }),
    updatedSession: unstable_update({ expires: "2030-01-01" }),
  };
}

type SignIns = ReturnType<typeof signInCalls>;
export type SignInResults = [
  Expect<Equal<SignIns["bare"], Promise<never>>>,
  Expect<Equal<SignIns["provider"], Promise<never>>>,
  Expect<Equal<SignIns["redirecting"], Promise<never>>>,
  Expect<Equal<SignIns["returning"], Promise<SignInUrl>>>,
  Expect<Equal<SignIns["maybe"], Promise<SignInUrl>>>,
  Expect<Equal<SignIns["form"], Promise<SignInUrl>>>,
  Expect<Extends<SignInUrl, string>>,
  Expect<Equal<SignIns["out"], Promise<never>>>,
  Expect<Equal<SignIns["outTo"], Promise<never>>>,
  Expect<Equal<SignIns["outReturning"], Promise<string>>>,
  Expect<Equal<SignIns["updatedUser"], Promise<Session | null>>>,
];

export const instances: NextAuthResult[] = [
  FullstackAuth(config),
  FullstackAuth(() => config),
  FullstackAuth(async (given) => {
    const path: string | undefined = given?.nextUrl.pathname;
    return Promise.resolve({ ...config, ...(path && { basePath: path }) });
  }),
  FullstackAuth({
    providers: [],
    callbacks: {
      authorized: ({ request: asked, auth: session }) =>
        asked.nextUrl.pathname === "/" || session?.user !== undefined,
    },
  }),
];

export function wrongCalls() {
  // @ts-expect-error the response of an API route is needed to renew the cookie
  void auth(req);
  // @ts-expect-error `raw` is for Auth() alone
  FullstackAuth({ providers: [], raw: true });
  // @ts-expect-error redirectTo is a text
  void signOut({ redirectTo: 1 });
  // @ts-expect-error a handler answers with a response
  auth(() => "text");
}
