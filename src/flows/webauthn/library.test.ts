import { expect, it, vi } from "vitest";
import { loadLibrary } from "./library.js";

vi.mock("@simplewebauthn/server", () => {
  throw new Error("Cannot find package");
});

it("says which package to install when the optional peer is missing", async () => {
  await expect(loadLibrary("passkey")).rejects.toMatchObject({
    type: "InvalidProvider",
    message:
      'The provider "passkey" needs the package "@simplewebauthn/server", which could not be loaded. Install it: npm install @simplewebauthn/server',
  });
});
