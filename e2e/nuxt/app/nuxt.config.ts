export default defineNuxtConfig({
  modules: ["latchkey/nuxt"],
  compatibilityDate: "2026-01-01",
  telemetry: false,
  devtools: { enabled: false },
  routeRules: {
    "/account": { requireUser: true },
    "/cart": { requireUser: { guests: true } },
    "/members/**": { requireUser: true },
    "/members/lobby": { requireUser: false },
    "/kept": { swr: 60 },
    "/kept-inner": { swr: 60 },
    "/printed": { prerender: true },
    "/alone": { ssr: false },
  },
});
