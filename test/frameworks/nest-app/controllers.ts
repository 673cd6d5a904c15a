import {
  All,
  Body,
  Catch,
  Controller,
  Get,
  Header,
  HttpException,
  NotFoundException,
  Post,
  Redirect,
  UseGuards,
  type ArgumentsHost,
} from "@nestjs/common";
import { AuthError, CurrentAuth, CurrentSession, CurrentUser, RequireUser } from "latchkey/nest";
import type { RequestAuth, Session, User } from "latchkey/nest";

type Form = Readonly<Record<string, string>>;

@Controller()
export class HomeController {
  @Get("open")
  open() {
    return "open";
  }

  @Get("who")
  @Header("content-type", "application/json")
  who(@CurrentSession() session: Session | null, @CurrentSession() _again: Session | null) {
    return JSON.stringify(session);
  }

  @Get("danger")
  danger(@CurrentAuth() auth: RequestAuth) {
    return auth.requireFresh({ within: 60 });
  }

  @Get("account")
  @UseGuards(RequireUser)
  account(@CurrentUser() user: User) {
    return user.name === "" ? "" : "inside";
  }
}

@Controller("cart")
@UseGuards(new RequireUser({ guests: true }))
export class CartController {
  @Get()
  cart() {
    return "cart";
  }
}

@Controller("members")
@UseGuards(RequireUser)
export class MembersController {
  @Get("one")
  one() {
    return "one";
  }

  @All(":rest")
  none() {
    throw new NotFoundException();
  }
}

@Controller()
export class CallsController {
  @Post("login")
  @Redirect()
  async login(@CurrentAuth() auth: RequestAuth, @Body() form: Form) {
    try {
      return { url: await auth.signIn("credentials", form), statusCode: 303 };
    } catch (error) {
      if (error instanceof AuthError) throw new Refused(error.type, 403);
      throw error;
    }
  }

  @Post("login/op")
  @Redirect()
  async atProvider(@CurrentAuth() auth: RequestAuth) {
    return { url: await auth.signIn("op", { redirectTo: "/who" }), statusCode: 303 };
  }

  @Post("logout")
  @Redirect()
  async logout(@CurrentAuth() auth: RequestAuth) {
    return { url: await auth.signOut(), statusCode: 303 };
  }

  @Post("rename")
  rename(@CurrentAuth() auth: RequestAuth, @Body() { name = "" }: Form) {
    return auth.update({ user: { name } });
  }
}

class Refused extends HttpException {}

/** The suite wants the bare text. */
@Catch(Refused)
export class PlainFilter {
  catch(error: Refused, host: ArgumentsHost) {
    const reply: { status(code: number): { send(text: string): void } } = host
      .switchToHttp()
      .getResponse();
    reply.status(error.getStatus()).send(error.message);
  }
}
