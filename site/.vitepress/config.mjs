import { readFileSync } from "node:fs";
import { defineConfig } from "vitepress";

/** Written by scripts/docs.mjs with the pages. */
const sidebar = JSON.parse(readFileSync(new URL("../pages/sidebar.json", import.meta.url), "utf8"));

export default defineConfig({
  srcDir: "pages",
  outDir: "dist",
  title: "Latchkey",
  description: "Sign-in for TypeScript web applications.",
  cleanUrls: true,
  lastUpdated: false,
  // A link that leads nowhere fails the build.
  ignoreDeadLinks: false,
  head: [["meta", { name: "color-scheme", content: "light dark" }]],
  themeConfig: {
    // The index is part of the site: searching asks nobody else.
    search: { provider: "local" },
    outline: [2, 3],
    sidebar,
    nav: [
      { text: "Start", link: "/start" },
      { text: "Providers", link: "/providers" },
      { text: "Options", link: "/reference/options" },
    ],
  },
});
