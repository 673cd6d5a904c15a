// The part of Nuxt that is used here, so that the library compiles without it. Nothing of this is
// published: the emitted
// types don't refer to it, and e2e/nuxt checks it against the real one.

declare module "nuxt/kit" {
  interface Template {
    filename: string;
    write?: boolean;
    getContents(): string;
  }

  export function addImports(imports: { name: string; from: string }[]): void;
  export function addPlugin(plugin: { src: string }): void;
  export function addRouteMiddleware(middleware: { name: string; path: string }): void;
  export function addServerHandler(handler: { handler: string; middleware: boolean }): void;
  export function addServerPlugin(path: string): void;
  export function addServerTemplate(template: Template): void;
  export function addTemplate(template: Template): { dst: string };
  export function addTypeTemplate(
    template: { filename: `${string}.d.ts`; getContents(): string },
    context: { nuxt: boolean; nitro: boolean; node: boolean },
  ): void;
  export function extendRouteRules(route: string, rule: object): void;
  export function findPath(path: string): Promise<string | null>;
}
