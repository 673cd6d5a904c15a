import { expect, it, vi } from "vitest";
import Passkey from "../../providers/passkey.js";
import { loadLibrary } from "./library.js";

// What version 9, the one Auth.js asks for, has of what is looked at.
vi.mock("@simplewebauthn/server", () => ({ verifyRegistrationResponse: () => undefined }));

it("says which version to install when an application brings an older one", async () => {
  await expect(loadLibrary(Passkey())).rejects.toThrow("npm install @simplewebauthn/server@14");
});
