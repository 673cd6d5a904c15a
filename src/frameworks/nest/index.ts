import {
  HttpException,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
  createParamDecorator,
} from "@nestjs/common";
import type { ServerResponse } from "../node/http-types.js";
import { checkAccess, type GuardOptions, notSignedIn, ofUser } from "../visit/guard.js";
import { rawOf, visitOf } from "./visits.js";

/**
 * A guard that requires a signed-in user, on a handler, a controller or everywhere (`APP_GUARD`).
 * Browsers without a session are redirected to the sign-in page, and scripts get 401. The pages of
 * a sign-in stay open.
 *
 * ```ts
 * @UseGuards(RequireUser)
 * @Controller("members")
 * export class MembersController {}
 * ```
 */
export class RequireUser implements CanActivate {
  readonly #options: GuardOptions | undefined;

  /** `@UseGuards(new RequireUser({ guests: true }))` lets guests in: check `session.guest`. */
  constructor(options?: GuardOptions) {
    this.#options = options;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { refusal } = await checkAccess(visitOf(context), this.#options);
    if (!refusal) return true;
    if (refusal.status === 401) throw new UnauthorizedException(notSignedIn);
    const res = rawOf(context.switchToHttp().getResponse());
    if (isResponse(res)) res.setHeader("location", refusal.location);
    throw new HttpException(notSignedIn, 302);
  }
}

function isResponse(value: object): value is ServerResponse {
  return "setHeader" in value;
}

/**
 * Injects the `RequestAuth` of the request, which reads and changes its session.
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
 * Injects the session, or null.
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
 * Injects the signed-in user, or undefined.
 *
 * ```ts
 * @UseGuards(RequireUser)
 * @Get("account")
 * account(@CurrentUser() user: User) {}
 * ```
 */
export const CurrentUser: () => ParameterDecorator = createParamDecorator(
  async (_: unknown, context: ExecutionContext) =>
    ofUser(await visitOf(context).auth.session())?.user,
);

export { AuthModule } from "./module.js";
export type {
  AuthDynamicModule,
  NestAuthAsyncOptions,
  NestAuthConfig,
  NestAuthSource,
} from "./types.js";
export type { GuardOptions } from "../visit/guard.js";
export type { RequestAuth } from "../visit/types.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../core/errors/errors.js";
export { customFetch } from "../../types/symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../doors/types.js";
