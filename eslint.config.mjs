import tseslint from "typescript-eslint";

const responses = {
  selector:
    "NewExpression[callee.name='Response'], CallExpression[callee.object.name='Response'][callee.property.name=/^(json|redirect|error)$/]",
  message: "Only src/http/respond.ts makes a Response; return an Outcome.",
};
const environment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: "The environment is read in src/config/env.ts and src/frameworks/ only.",
};
const defaultExports = {
  selector: "ExportDefaultDeclaration, ExportSpecifier[exported.name='default']",
  message: "Use a named export.",
};
const wildcardExports = {
  selector: "ExportAllDeclaration",
  message: "Name what is exported.",
};

const restrict = (...rules) => ({ "no-restricted-syntax": ["error", ...rules] });

const nodeGlobals = Object.fromEntries(
  [
    ...["process", "console", "Buffer", "URL", "URLSearchParams", "fetch", "Request", "Response"],
    ...["Headers", "FormData", "AbortSignal", "AbortController", "structuredClone", "performance"],
    ...[
      "setTimeout",
      "clearTimeout",
      "setInterval",
      "clearInterval",
      "setImmediate",
      "queueMicrotask",
    ],
    ...["crypto", "TextEncoder", "TextDecoder", "Bun", "Deno", "globalThis"],
  ].map((name) => [name, "readonly"]),
);

const plainRules = {
  curly: ["error", "multi-line"],
  eqeqeq: ["error", "always", { null: "ignore" }],
  "no-console": "off",
  "no-control-regex": "error",
  "no-constant-condition": ["error", { checkLoops: false }],
  "no-else-return": "error",
  "no-eval": "error",
  "no-implicit-coercion": ["error", { boolean: true, allow: ["!!"] }],
  "no-param-reassign": "error",
  "no-sequences": "error",
  "no-unneeded-ternary": "error",
  "no-useless-rename": "error",
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": "error",
};

/** Rules that need types are those of .oxlintrc.json. */
const typeScriptRules = {
  ...plainRules,
  "@typescript-eslint/ban-ts-comment": [
    "error",
    { "ts-expect-error": "allow-with-description", minimumDescriptionLength: 10 },
  ],
  // `as const` stays allowed; everything else is a claim the compiler cannot check.
  "@typescript-eslint/consistent-type-assertions": ["error", { assertionStyle: "never" }],
  "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "separate-type-imports" }],
  "@typescript-eslint/no-explicit-any": "error",
  "@typescript-eslint/no-non-null-assertion": "error",
  "@typescript-eslint/no-unused-vars": [
    "error",
    { argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
  ],
  // The empty interfaces are there to be extended by declaration merging.
  "@typescript-eslint/no-empty-object-type": ["error", { allowInterfaces: "with-single-extends" }],
};

export default tseslint.config(
  {
    ignores: [
      "**/node_modules/",
      "**/dist/",
      "**/.build/",
      "**/.next/",
      "**/.svelte-kit/",
      "**/.react-router/",
      "**/.astro/",
      "**/.tanstack/",
      "**/.nuxt/",
      "**/.output/",
      "**/routeTree.gen.ts",
      ".cache/",
      "coverage/",
      "**/next-env.d.ts",
      "packages/*/lib/",
      // Written as applications write it.
      "test/types/usages/",
      "test/types/budget/",
      // Wrong on purpose.
      "test/types/mistakes/",
      // Its packages are installed by the long tests alone.
      "e2e/qwik/src/",
      // Nuxt imports what its files use, and checks their types itself.
      "examples/nuxt/",
      "e2e/nuxt/app/",
      // They belong to the examples that they are copied over.
      "e2e/frameworks/*/",
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["**/*.{js,mjs}"],
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: nodeGlobals },
    rules: { ...plainRules, "no-undef": "error", "no-unused-vars": "error" },
  },
  {
    files: ["**/*.cjs"],
    languageOptions: {
      ecmaVersion: 2024,
      sourceType: "commonjs",
      globals: { ...nodeGlobals, require: "readonly" },
    },
    rules: { ...plainRules, "no-undef": "error", "no-unused-vars": "error" },
  },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.recommended],
    rules: typeScriptRules,
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    rules: {
      "no-console": "error",
      "max-params": ["error", { max: 3 }],
      ...restrict(responses, environment, defaultExports, wildcardExports),
    },
  },
  {
    files: ["src/http/respond.ts"],
    rules: restrict(environment, defaultExports, wildcardExports),
  },
  {
    files: ["src/config/env.ts"],
    rules: restrict(responses, defaultExports, wildcardExports),
  },
  {
    files: ["src/config/logger.ts"],
    rules: { "no-console": "off" },
  },
  {
    files: ["src/providers/*.ts"],
    rules: restrict(responses, environment, wildcardExports),
  },
  {
    files: ["src/frameworks/**/*.{ts,tsx}"],
    rules: restrict(responses, defaultExports, wildcardExports),
  },
  {
    files: ["src/frameworks/next/**/*.{ts,tsx}"],
    rules: restrict(wildcardExports),
  },
  {
    // Nuxt takes the default export for the module.
    files: ["src/frameworks/nuxt/index.ts"],
    rules: restrict(responses, wildcardExports),
  },
  {
    // For tests and development: a provider in this process answers itself.
    files: ["src/{dev,testing}/**/*.ts"],
    rules: restrict(defaultExports, wildcardExports),
  },
  {
    // Tests speak to servers and builds, so they may make responses and read the environment.
    files: ["**/*.test.{ts,tsx}", "test/**/*.{ts,tsx}"],
    rules: {
      "max-params": "off",
      "no-console": "off",
      "no-restricted-syntax": "off",
    },
  },
  {
    // What is inferred of a value is tested by its type alone.
    files: ["test/types/inference.test.ts"],
    rules: { "@typescript-eslint/no-unused-vars": "off" },
  },
);
