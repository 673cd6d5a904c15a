// What is done with every page of the documentation.

/** The heading of a page. */
export function titleOf(text) {
  return /^# (.+)$/m.exec(text)?.[1] ?? "Untitled";
}

/** Links to files that are not part of the site become the name of the file. */
export function withoutOutside(text) {
  return text
    .replace(/!\[([^\]]*)\]\((?:\.\.\/)?bench\/results\.svg\)/g, "![$1](/results.svg)")
    .replace(
      /(?<!!)\[([^\]]+)\]\((\.\.\/[^)#\s]+|(?:bench|examples|test|src)\/[^)\s]+|(?:CONTRIBUTING|SECURITY|LICENSE|CHANGELOG)[^)\s]*)(?:#[^)]*)?\)/g,
      (_, words, path) => `${words} (\`${path.replace(/^(\.\.\/)+/, "")}\`)`,
    );
}

const order = [
  ["Start", ["start", "types", "testing", "configuration", "errors", "what-happens"]],
  [
    "Frameworks",
    [
      ...["astro", "elysia", "express", "fastify", "h3", "hono", "koa", "nest", "next", "nuxt"],
      ...["react-router", "sveltekit", "tanstack-start", "runtimes", "client", "react"],
    ],
  ],
  ["Signing in", ["oauth", "email", "passwords", "passkeys", "second-step", "pages", "providers"]],
  ["Sessions and stores", ["sessions", "roles", "apis", "tokens", "account", "adapters"]],
  ["Deploying", ["deploying", "behind-a-proxy", "platforms", "several-processes"]],
  [
    "Writing your own",
    ["writing-a-plugin", "writing-a-provider", "writing-an-adapter", "writing-a-framework"],
  ],
  [
    "Moving",
    ["authjs", "authjs-v4", "better-auth", "lucia", "passport", "iron-session", "clerk"].map(
      (name) => `moving-from-${name}`,
    ),
  ],
];

/** The pages in groups, for the list beside each page. What no group names comes last. */
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
  return `# Latchkey\n\n> Sign-in for TypeScript web applications.\n\n${lines.join("\n")}\n`;
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
