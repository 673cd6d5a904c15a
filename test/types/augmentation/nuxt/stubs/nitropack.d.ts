// What the module adds to; Nuxt itself isn't installed where this is compiled.
export interface NitroRouteConfig {
  readonly redirect?: string;
}
export interface NitroRouteRules {
  readonly redirect?: string;
}
