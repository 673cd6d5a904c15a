export default { modules: ["@sidebase/nuxt-auth"], auth: { provider: { type: "authjs" } } };
