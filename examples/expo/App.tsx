import * as Crypto from "expo-crypto";
import * as SecureStore from "expo-secure-store";
import * as WebBrowser from "expo-web-browser";
import { useEffect, useState, type ReactElement } from "react";
import { Button, Text, View } from "react-native";
import { createPhoneAuth, redirectUri } from "./auth.js";

const site = process.env["EXPO_PUBLIC_SITE"] ?? "http://localhost:3000";
const name = "latchkey";

const auth = createPhoneAuth(`${site}/auth`, {
  storage: {
    get: () => SecureStore.getItemAsync(name),
    set: (text) => SecureStore.setItemAsync(name, text),
    remove: () => SecureStore.deleteItemAsync(name),
  },
  crypto: {
    randomBytes: Crypto.getRandomBytes,
    sha256: async (text) => {
      const bytes = new TextEncoder().encode(text);
      return new Uint8Array(await Crypto.digest(Crypto.CryptoDigestAlgorithm.SHA256, bytes));
    },
  },
  async browse(url) {
    const result = await WebBrowser.openAuthSessionAsync(url, redirectUri);
    return result.type === "success" ? result.url : null;
  },
});

export default function App(): ReactElement {
  const [user, setUser] = useState<string | null>(null);
  const show = async () => setUser((await auth.session())?.user?.name ?? null);
  const run = (work: Promise<unknown>) => void work.then(show).catch(console.error);
  useEffect(() => run(Promise.resolve()), []);
  return (
    <View>
      <Text>{user === null ? "Nobody is signed in." : `Hello ${user}`}</Text>
      {user === null ? (
        <Button title="Sign in" onPress={() => run(auth.signIn())} />
      ) : (
        <Button title="Sign out" onPress={() => run(auth.signOut())} />
      )}
    </View>
  );
}
