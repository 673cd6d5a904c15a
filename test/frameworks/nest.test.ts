import "reflect-metadata";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ExpressAdapter } from "@nestjs/platform-express";
import { FastifyAdapter } from "@nestjs/platform-fastify";
import { AuthModule } from "latchkey/nest";
import { describe, expect, it, onTestFinished } from "vitest";
import { ada, adasForm, world } from "../support/config.js";
import { Visitor } from "../support/visitor.js";
import {
  CallsController,
  HomeController,
  MembersController,
  PlainFilter,
} from "./nest-app/controllers.js";
import type { AppPlan, FrameworkHost } from "./suite/host.js";
import { frameworkSuite } from "./suite/index.js";

const platforms = [
  { name: "Nest 12 on Express", platform: () => new ExpressAdapter() },
  { name: "Nest 12 on Fastify", platform: () => new FastifyAdapter() },
];

type Platform = (typeof platforms)[number]["platform"];

async function start(platform: Platform, plan: AppPlan, prefix = ""): Promise<string> {
  const { config, trustsProxy = false, parsesBodies } = plan;
  const AppModule = class {};
  Module({
    imports: [AuthModule.forRoot({ ...config, trustProxy: trustsProxy })],
    controllers: [HomeController, MembersController, CallsController],
  })(AppModule);
  // Nest's own parsers read a body before any middleware does, on Express.
  const options = { logger: false as const, ...(parsesBodies === false && { bodyParser: false }) };
  const app = await NestFactory.create(AppModule, platform(), options);
  app.useGlobalFilters(new PlainFilter());
  app.setGlobalPrefix(prefix);
  await app.listen(0, "127.0.0.1");
  onTestFinished(() => app.close());
  return app.getUrl();
}

const hosts = platforms.map(({ name, platform }): FrameworkHost => {
  return { name, calls: true, serve: (plan) => start(platform, plan) };
});

await frameworkSuite(hosts);

describe.each(platforms)("latchkey/nest, $name", ({ platform }) => {
  it("has its routes where they are told to be, whatever the application's global prefix", async () => {
    const { config } = world("jwt", { session: { strategy: "jwt", updateAge: 0 } });
    const browser = new Visitor(await start(platform, { config }, "api"));
    await browser.signIn(adasForm);
    const who = await browser.get("/api/who");
    expect(who.json()).toMatchObject({ user: { name: ada.name } });
    expect(who.setCookies).toHaveLength(1);
    expect((await browser.get("/api/auth/session")).status).toBe(404);
  });

  it("takes a configuration that other providers give", async () => {
    const { config } = world("jwt");
    const AppModule = class {};
    const useFactory = () => Promise.resolve(config);
    Module({ imports: [AuthModule.forRootAsync({ useFactory })], controllers: [HomeController] })(
      AppModule,
    );
    const app = await NestFactory.create(AppModule, platform(), { logger: false });
    await app.listen(0, "127.0.0.1");
    onTestFinished(() => app.close());
    const browser = new Visitor(await app.getUrl());
    expect((await browser.get("/account")).status).toBe(401);
    await browser.signIn(adasForm);
    expect((await browser.get("/account")).text).toBe("inside");
  });
});
