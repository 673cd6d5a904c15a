import type { DynamicModule, FactoryProvider, ModuleMetadata } from "@nestjs/common";
import type { Awaitable } from "../../types/common.js";
import type { ProxiedConfig } from "../visit/prepare.js";

/** The options of the Nest integration: those of `Auth()`, less `raw`, and `trustProxy`. */
export type NestAuthConfig = ProxiedConfig;

/** How to get a configuration from other providers. */
export interface NestAuthAsyncOptions {
  readonly imports?: NonNullable<ModuleMetadata["imports"]>;
  readonly inject?: NonNullable<FactoryProvider["inject"]>;
  readonly useFactory: (...given: never[]) => Awaitable<NestAuthConfig>;
}

/** What `AuthModule.forRoot` gives. */
export type AuthDynamicModule = DynamicModule;
