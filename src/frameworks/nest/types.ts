import type { DynamicModule, FactoryProvider, ModuleMetadata } from "@nestjs/common";
import type { Awaitable } from "../../types/common.js";
import type { FrameworkConfig } from "../visit/prepare.js";

/** The options of the Nest integration: those of `Auth()`, less `raw`, and `trustProxy`. */
export interface NestAuthConfig extends FrameworkConfig {
  /**
   * The application is behind a proxy that sets `X-Forwarded-Host` and `X-Forwarded-Proto`, and can be
   * reached through it only. @default false
   */
  trustProxy?: boolean | undefined;
}

/** How to get a configuration from other providers. */
export interface NestAuthAsyncOptions {
  readonly imports?: NonNullable<ModuleMetadata["imports"]>;
  readonly inject?: NonNullable<FactoryProvider["inject"]>;
  readonly useFactory: (...given: never[]) => Awaitable<NestAuthConfig>;
}

/** What `AuthModule.forRoot` gives. */
export type AuthDynamicModule = DynamicModule;
