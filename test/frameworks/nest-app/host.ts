import "reflect-metadata";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ExpressAdapter } from "@nestjs/platform-express";
import { FastifyAdapter } from "@nestjs/platform-fastify";
import { AuthModule } from "latchkey/nest";
import { onTestFinished } from "vitest";
import type { AppPlan, FrameworkHost } from "../suite/host.js";
import {
  CallsController,
  CartController,
  HomeController,
  MembersController,
  PlainFilter,
} from "./controllers.js";

export const platforms = [
  { name: "Express", platform: () => new ExpressAdapter() },
  { name: "Fastify", platform: () => new FastifyAdapter() },
];

export type Platform = (typeof platforms)[number]["platform"];

/** The suite's application on the Nest that is found under this name, on both platforms. */
export function nestHosts(name: string): FrameworkHost[] {
  return platforms.map((on) => ({
    name: `${name} on ${on.name}`,
    calls: true,
    serve: (plan) => start(on.platform, plan),
  }));
}

export async function start(platform: Platform, plan: AppPlan, prefix = ""): Promise<string> {
  const { config, trustsProxy = false, parsesBodies } = plan;
  const AppModule = class {};
  Module({
    imports: [AuthModule.forRoot({ ...config, trustProxy: trustsProxy })],
    controllers: [HomeController, CartController, MembersController, CallsController],
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
