import { SvelteKitAuth } from "@auth/sveltekit";
import GitHub from "@auth/sveltekit/providers/github";
import type { Provider } from "@auth/core/providers";

const providers: Provider[] = [GitHub];
export const { handle, signIn, signOut } = SvelteKitAuth({ providers, trustHost: true });
