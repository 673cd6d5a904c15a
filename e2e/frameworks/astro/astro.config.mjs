import node from "@astrojs/node";

export default {
  output: "server",
  adapter: node({ mode: "standalone" }),
  // Another framework's server has an older one beside this folder, where Node.js would find it first.
  vite: { ssr: { noExternal: ["cookie"] } },
};
