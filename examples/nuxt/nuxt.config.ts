export default defineNuxtConfig({
  modules: ["latchkey/nuxt"],
  compatibilityDate: "2026-01-01",
  telemetry: false,
});
