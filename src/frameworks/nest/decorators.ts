import { createParamDecorator } from "@nestjs/common";
import type { ExecutionContext } from "@nestjs/common";
import { visitOf } from "./visits.js";

/**
 * Whoever sent the request, and what can be done for them: a `RequestAuth`.
 *
 * ```ts
 * @Post("logout")
 * @Redirect()
 * async leave(@CurrentAuth() auth: RequestAuth) {
 *   return { url: await auth.signOut() };
 * }
 * ```
 */
export const CurrentAuth: () => ParameterDecorator = createParamDecorator(
  (_: unknown, context: ExecutionContext) => visitOf(context).auth,
);

/**
 * The session, or null.
 *
 * ```ts
 * @Get()
 * home(@CurrentSession() session: Session | null) {}
 * ```
 */
export const CurrentSession: () => ParameterDecorator = createParamDecorator(
  (_: unknown, context: ExecutionContext) => visitOf(context).auth.session(),
);

/**
 * Who is signed in, or undefined.
 *
 * ```ts
 * @UseGuards(RequireUser)
 * @Get("account")
 * account(@CurrentUser() user: User) {}
 * ```
 */
export const CurrentUser: () => ParameterDecorator = createParamDecorator(
  async (_: unknown, context: ExecutionContext) => (await visitOf(context).auth.session())?.user,
);
