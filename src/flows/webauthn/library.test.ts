import { expect, it, vi } from "vitest";
import Passkey from "../../providers/passkey.js";
import { loadLibrary } from "./library.js";

vi.mock("@simplewebauthn/server", () => {
  throw new Error("Cannot find package");
});

it("says which package to install when the optional peer is missing", async () => {
  await expect(loadLibrary(Passkey())).rejects.toMatchObject({
    type: "InvalidProvider",
    message:
      'The provider "passkey" needs the package "@simplewebauthn/server", which couldn\'t be loaded. Install it: npm install @simplewebauthn/server',
  });
});

it("says how a provider of the application's own gets it", async () => {
  const { simpleWebAuthn: _, ...own } = Passkey({ id: "own" });
  await expect(loadLibrary(own)).rejects.toThrow("latchkey/providers/passkey");
});
