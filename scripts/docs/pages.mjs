// Shared helpers for the documentation's pages.

/** The heading of a page. */
export function titleOf(text) {
  return /^# (.+)$/m.exec(text)?.[1] ?? "Untitled";
}

/** How a link names a heading, as GitHub does. */
export function slugOf(words) {
  return words
    .replace(/`|\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}

/** Links to files that aren't part of the site become the name of the file. */
export function withoutOutside(text) {
  return text
    .replace(/!\[([^\]]*)\]\((?:\.\.\/)?bench\/results\.svg\)/g, "![$1](/results.svg)")
    .replace(
      /(?<!!)\[([^\]]+)\]\((\.\.\/[^)#\s]+|(?:bench|examples|test|src)\/[^)\s]+|(?:CONTRIBUTING|SECURITY|LICENSE|CHANGELOG)[^)\s]*)(?:#[^)]*)?\)/g,
      (_, words, path) => `${words} (\`${path.replace(/^(\.\.\/)+/, "")}\`)`,
    );
}

const order = [
  ["Start", ["start", "getting-started", "configuration", "protect", "types", "testing"]],
  [
    "Frameworks",
    [
      ...["astro", "elysia", "express", "fastify", "h3", "hono", "koa", "nest", "next", "nuxt"],
      ...["react-router", "sveltekit", "tanstack-start", "runtimes", "client", "react"],
    ],
  ],
  [
    "Sign in",
    [
      ...["oauth", "providers", "identity-servers", "email", "passwords", "passkeys"],
      ...["guests", "two-factor", "account", "change-email", "pages"],
    ],
  ],
  [
    "Sessions and data",
    [
      ...[
        "sessions",
        "step-up",
        "provider-logout",
        "roles",
        "admin",
        "apis",
        "api-keys",
        "apps",
        "tokens",
      ],
      ...["adapters", "stores", "prisma", "drizzle", "cloudflare-d1", "mongodb", "rate-limits"],
    ],
  ],
  [
    "In production",
    [
      ...["deploying", "behind-a-proxy", "several-processes", "rotate-secret", "csrf", "audit"],
      ...["cli", "errors", "routes", "stability"],
    ],
  ],
  [
    "Security",
    [
      ...["security", "cookies-and-keys", "standards", "security-cases", "certification"],
      ...["statements"],
    ],
  ],
  [
    "Extend",
    ["writing-a-plugin", "writing-a-provider", "writing-an-adapter", "writing-a-framework"],
  ],
  [
    "Move to Latchkey",
    ["authjs", "authjs-v4", "better-auth", "lucia", "passport", "iron-session", "clerk"].map(
      (name) => `moving-from-${name}`,
    ),
  ],
];

/** The pages in groups, for the sidebar. Pages in no group come last. */
export function groups(all) {
  const named = new Set(order.flatMap(([, names]) => names));
  const entry = (path) => ({
    text: titleOf(all.get(path)),
    link: `/${path.replace(/\.md$/, "")}`,
  });
  const known = order.map(([text, names]) => ({
    text,
    items: names.filter((name) => all.has(`${name}.md`)).map((name) => entry(`${name}.md`)),
  }));
  const others = [...all.keys()].filter(
    (path) => !path.includes("/") && !named.has(path.replace(/\.md$/, "")),
  );
  const below = (folder) => [...all.keys()].filter((path) => path.startsWith(`${folder}/`));
  return [
    ...known,
    { text: "Reference", collapsed: true, items: below("reference").map(entry) },
    { text: "Each provider", collapsed: true, items: below("provider").map(entry) },
    { text: "Each error", collapsed: true, items: below("error").map(entry) },
    { text: "More", collapsed: true, items: others.map(entry) },
  ];
}

/** A list of all pages for programs that read: https://llmstxt.org */
export function llmsText(all) {
  const lines = [...all].map(
    ([path, text]) => `- [${titleOf(text)}](/${path.replace(/\.md$/, "")}): ${firstSentence(text)}`,
  );
  return `# Latchkey\n\n> Authentication for TypeScript apps.\n\n${lines.join("\n")}\n`;
}

function firstSentence(text) {
  const [paragraph = ""] = text
    .split(/\n\n+/)
    .filter((block) => !/^(#|<!--|```|\||!\[)/.test(block.trim()));
  return paragraph
    .replace(/\s+/g, " ")
    .split(/(?<=[.:])\s/, 1)[0]
    .trim();
}
