import type { NuxtAuthConfig } from "latchkey/nuxt";
import Credentials from "latchkey/providers/credentials";

// Anybody may sign in by any name here. Put providers of your own in its place.
const byName = Credentials({
  credentials: { name: { label: "Your name" } },
  authorize: ({ name }) => (name ? { id: name, name } : null),
});

export default { providers: [byName] } satisfies NuxtAuthConfig;
