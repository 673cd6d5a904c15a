/** @type {import("@sveltejs/kit").Config} */
export default {
  kit: { outDir: "../../../.cache/sveltekit" },
  vitePlugin: { inspector: false },
};
