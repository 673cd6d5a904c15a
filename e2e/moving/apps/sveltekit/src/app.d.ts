import type { Session } from "@auth/sveltekit";

declare global {
  namespace App {
    interface PageData {
      session: Session | null;
    }
  }
}
