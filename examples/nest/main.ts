import { Controller, Get, Module, Post, Redirect, UseGuards } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { AuthModule, CurrentAuth, CurrentUser, RequireUser } from "latchkey/nest";
import type { RequestAuth, User } from "latchkey/nest";
import Credentials from "latchkey/providers/credentials";

// Anybody may sign in by any name here. Put providers of your own in its place.
const byName = Credentials({
  credentials: { name: { label: "Your name" } },
  authorize: ({ name }) => (name ? { id: name, name } : null),
});

const escape = (text: string) => text.replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`);

@Controller()
class AppController {
  @Get()
  home(@CurrentUser() user: User | undefined) {
    if (!user) return `<a href="/auth/signin?callbackUrl=/account">Sign in</a>`;
    return `<p>Hello ${escape(user.name ?? "")}. <a href="/account">Your account</a></p>
      <form method="post" action="/leave"><button>Sign out</button></form>`;
  }

  @Get("account")
  @UseGuards(RequireUser)
  account(@CurrentUser() user: User) {
    return `Only ${escape(user.name ?? "")} sees this.`;
  }

  @Post("leave")
  @Redirect()
  async leave(@CurrentAuth() auth: RequestAuth) {
    return { url: await auth.signOut({ redirectTo: "/" }), statusCode: 303 };
  }
}

@Module({
  imports: [AuthModule.forRoot({ providers: [byName] })],
  controllers: [AppController],
})
class AppModule {}

// On Express; `NestFactory.create(AppModule, new FastifyAdapter())` is on Fastify.
const app = await NestFactory.create(AppModule, { logger: ["error", "warn"] });
const port = Number(process.env["PORT"] ?? 3000);
await app.listen(port);
console.log(`http://localhost:${port}`);
