import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { AuthModule } from "latchkey/nest";
import { describe, expect, it, onTestFinished } from "vitest";
import { ada, adasForm, world } from "../support/config.js";
import { Visitor } from "../support/visitor.js";
import { HomeController } from "./nest-app/controllers.js";
import { nestHosts, platforms, start } from "./nest-app/host.js";
import { frameworkSuite } from "./suite/index.js";

await frameworkSuite(nestHosts("Nest 12"));

describe.each(platforms)("latchkey/nest on $name", ({ platform }) => {
  it("has its routes where they are told to be, whatever the application's global prefix", async () => {
    const { config } = world("jwt", { session: { strategy: "jwt", updateAge: 0 } });
    const browser = new Visitor(await start(platform, { config }, "api"));
    await browser.signIn(adasForm);
    const who = await browser.get("/api/who");
    expect(who.json()).toMatchObject({ user: { name: ada.name } });
    expect(who.setCookies).toHaveLength(1);
    expect((await browser.get("/api/auth/session")).status).toBe(404);
  });

  it("takes a function of the request, and keeps what it returns for one apart from another", async () => {
    const [one, two] = [world("jwt"), world("jwt", { basePath: "/two/auth", tenant: "two" })];
    const AppModule = class {};
    const module = AuthModule.forRoot(({ url, headers }) => {
      if (headers["x-broken"] === "1") throw new Error("No tenant.");
      return url?.startsWith("/two/") ? two.config : Promise.resolve(one.config);
    });
    Module({ imports: [module], controllers: [HomeController] })(AppModule);
    const app = await NestFactory.create(AppModule, platform(), { logger: false });
    await app.listen(0, "127.0.0.1");
    onTestFinished(() => app.close());
    const browser = new Visitor(await app.getUrl());
    await browser.signIn(adasForm);
    expect((await browser.get("/account")).text).toBe("inside");
    expect((await browser.get("/auth/session")).json()).toMatchObject({ user: { name: ada.name } });
    expect((await browser.get("/two/auth/session")).json()).toBeNull();
    const broken = await fetch(`${await app.getUrl()}/account`, { headers: { "x-broken": "1" } });
    expect(broken.status).toBe(500);
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
