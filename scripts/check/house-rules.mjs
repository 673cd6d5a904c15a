// This project's own rules for Oxlint: what only certain folders may do. See .oxlintrc.json.

const isNamed = (node, name) => node.type === "Identifier" && node.name === name;
const isMember = ({ object, property }, owner, names) =>
  isNamed(object, owner) && names.some((name) => isNamed(property, name));

/** A rule that matches nodes of some types. */
const rule = (message, finders) => ({
  create: (context) =>
    Object.fromEntries(
      Object.entries(finders).map(([type, isFound]) => [
        type,
        (node) => {
          if (isFound(node)) context.report({ node, message });
        },
      ]),
    ),
});

export default {
  meta: { name: "house" },
  rules: {
    "no-response": rule("Only src/core/http/respond.ts makes a Response; return an Outcome.", {
      NewExpression: ({ callee }) => isNamed(callee, "Response"),
      CallExpression: ({ callee }) =>
        callee.type === "MemberExpression" &&
        isMember(callee, "Response", ["json", "redirect", "error"]),
    }),
    "no-environment": rule(
      "The environment is read in src/core/values/mode.ts and src/frameworks/ only.",
      {
        MemberExpression: (node) => isMember(node, "process", ["env"]),
      },
    ),
    "no-default-export": rule("Use a named export.", {
      ExportDefaultDeclaration: () => true,
      ExportSpecifier: ({ exported }) => isNamed(exported, "default"),
    }),
    "no-wildcard-export": rule("Name what is exported.", { ExportAllDeclaration: () => true }),
  },
};
