import { readFileSync } from "node:fs";
import { defineConfig } from "vitepress";
import { slugOf } from "../../scripts/docs/pages.mjs";

/** Written by scripts/docs.mjs with the pages. */
const sidebar = JSON.parse(readFileSync(new URL("../pages/sidebar.json", import.meta.url), "utf8"));

export default defineConfig({
  srcDir: "pages",
  outDir: "dist",
  title: "Latchkey",
  description: "Authentication for TypeScript apps.",
  cleanUrls: true,
  lastUpdated: false,
  // A link that leads nowhere fails the build.
  ignoreDeadLinks: false,
  // The links of docs/ lead to the same headings here and in the repository.
  markdown: { anchor: { slugify: slugOf } },
  head: [["meta", { name: "color-scheme", content: "light dark" }]],
  themeConfig: {
    // The index is part of the site: searching asks nobody else.
    search: {
      provider: "local",
      // The functions below are sent to the browser as text, so everything they use is in them.
      options: {
        miniSearch: {
          options: {
            // Words that are on every page find none.
            processTerm: (term) =>
              /^(a|an|and|in|is|it|of|or|the|to)$/i.test(term) ? null : term.toLowerCase(),
          },
          searchOptions: {
            // Guides come first, then frameworks and moving, then what is made from the sources. A provider's page
            // leads where its name is asked for, unless that is so short that it resembles other words.
            boostDocument: (id, term, { titles }) => {
              const last =
                /^\/(reference|errors|security|start|provider\/(passkey|password|webauthn|guest))\b/;
              if (last.test(id)) return 0.3;
              if (term.length > 4 && id.replace(/#.*$/, "") === `/provider/${term}`) return 1.2;
              if (/^\/(providers?|error)\b/.test(id)) return 0.6;
              const rest =
                /^\/(moving|writing|getting|astro|elysia|express|fastify|h3|hono|koa|nest|next|nuxt|react|svelte|tanstack)/;
              if (!rest.test(id)) return 1;
              return titles.length > 0 ? 0.4 : 0.8;
            },
          },
        },
      },
    },
    outline: [2, 3],
    sidebar,
    nav: [
      { text: "Get started", link: "/getting-started" },
      { text: "Providers", link: "/providers" },
      { text: "Options", link: "/reference/options" },
    ],
  },
});
