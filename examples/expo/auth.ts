import { createAppAuth, type AppAuth, type AppCrypto, type AppStorage } from "latchkey/client/app";

export const redirectUri = "com.example.acme:/signed-in";

/** What the phone does for the app. In `App.tsx` it's Expo; in the test it's something else. */
export interface Phone {
  readonly storage: AppStorage;
  /** React Native has no WebCrypto. */
  readonly crypto: AppCrypto;
  /** Opens the system browser. Resolves to the address it came back with; null if the user closed it. */
  browse(this: void, url: string): Promise<string | null>;
}

export interface PhoneAuth extends AppAuth {
  /** Resolves to whether the user signed in. */
  signIn(): Promise<boolean>;
}

/** Signs users of the app in at the site whose Latchkey routes are at `url`. */
export function createPhoneAuth(url: string, { storage, crypto, browse }: Phone): PhoneAuth {
  const auth = createAppAuth({ url, clientId: "acme-phone", redirectUri, storage, crypto });
  return {
    ...auth,
    async signIn() {
      const back = await browse(await auth.signInUrl());
      if (back === null) return false;
      await auth.finish(back);
      return true;
    },
  };
}
