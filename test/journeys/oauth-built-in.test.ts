import { Auth } from "latchkey";
import HuggingFace from "latchkey/providers/huggingface";
import Vk from "latchkey/providers/vk";
import { expect, it } from "vitest";
import { Browser, location } from "../support/client.js";
import { secret } from "../support/config.js";

const client = { clientId: "client", clientSecret: "secret of the client" };
const config = {
  providers: [Vk(client), HuggingFace(client)],
  secret,
  trustHost: true,
  basePath: "/custom/auth",
};

it("[VK-4][HF-2] the callback path is the base path, /callback/ and the provider's id", async () => {
  const response = await Auth(new Request("https://app.test/custom/auth/providers"), config);
  expect(await response.json()).toMatchObject({
    vk: { callbackUrl: "https://app.test/custom/auth/callback/vk" },
    huggingface: { callbackUrl: "https://app.test/custom/auth/callback/huggingface" },
  });
});

it("[VK-4] VK is told that path as the place to send people back to", async () => {
  const browser = new Browser({ ...config, basePath: "/auth" });
  const target = new URL(location(await browser.submit("signin/vk")));
  expect(target.origin).toBe("https://oauth.vk.com");
  expect(target.searchParams.get("redirect_uri")).toBe("https://app.test/auth/callback/vk");
});
