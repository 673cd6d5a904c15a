import type { ServerResponse } from "../node/http-types.js";
import {
  HttpException,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
} from "@nestjs/common";
import { isWayIn } from "../visit/place.js";
import { refusalOf } from "../visit/refusal.js";
import { rawOf, visitOf } from "./visits.js";

/**
 * A guard that lets only those pass who are signed in, on a handler, a controller or everywhere
 * (`APP_GUARD`). Others are sent to the sign-in page, and programs get 401. Pages on the way to a sign-in
 * stay open.
 *
 * ```ts
 * @UseGuards(RequireUser)
 * @Controller("members")
 * export class MembersController {}
 * ```
 */
export class RequireUser implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { auth, engine, sender } = visitOf(context);
    const session = await auth.session();
    if (session?.user || isWayIn(engine, sender)) return true;
    const refusal = refusalOf(engine, sender);
    if (refusal.status === 401) throw new UnauthorizedException("Nobody is signed in.");
    const res = rawOf(context.switchToHttp().getResponse());
    if (isResponse(res)) res.setHeader("location", refusal.location);
    throw new HttpException("Nobody is signed in.", 302);
  }
}

function isResponse(value: object): value is ServerResponse {
  return "setHeader" in value;
}
