import { join } from "node:path";
import { app, safeStorage, shell } from "electron";
import { encryptedFile, signIn } from "./auth.js";

// The main process. Windows get what they show from here, and never a token.
const site = process.env["SITE"] ?? "http://localhost:3000";

await app.whenReady();
const storage = encryptedFile(join(app.getPath("userData"), "session"), safeStorage);
const auth = await signIn({
  ...{ url: `${site}/auth`, storage },
  open: (url) => shell.openExternal(url),
});
console.log("Signed in as", (await auth.session())?.user?.name);
await auth.signOut();
app.quit();
