/** Which plugin of this library fills a hook that something else needs: the core names plugins nowhere else. */
export const filledBy = { registry: "session-registry", olderSecrets: "authjs-migration" } as const;

/** How a plugin is written into a configuration. */
export function pluginLine(name: string, options = ""): string {
  const factory = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `\`import { ${factory} } from "latchkey/plugins/${name}"\` and \`plugins: [${factory}(${options}), …]\``;
}
