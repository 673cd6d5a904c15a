import { expect, it } from "vitest";
import type { HuggingfaceProfile } from "./huggingface.js";
import HuggingFace from "./huggingface.js";

const organization = {
  sub: "65f000000000000000000001",
  name: "Example",
  picture: "https://www.gravatar.com/avatar/65f0?d=retro",
  preferred_username: "example",
  isEnterprise: true,
};

const profile: HuggingfaceProfile = {
  sub: "62bcd36dbe9ba49ab8c7f5a1",
  isPro: true,
  orgs: [
    organization,
    {
      ...organization,
      canPay: true,
      missingMFA: false,
      pendingSSO: false,
      roleInOrg: "admin",
      resourceGroups: [
        { sub: "1", name: "models", role: "admin" },
        { sub: "2", name: "data", role: "write" },
        { sub: "3", name: "demos", role: "read" },
        { sub: "4", name: "drafts", role: "contributor" },
      ],
    },
  ],
};

it("[HF-1] makes a user out of the required claims, and out of all", async () => {
  const nobody = { id: profile.sub, name: null, email: null, image: null };
  expect(await HuggingFace().profile?.(profile, {})).toEqual(nobody);
  const picture = "https://huggingface.co/avatars/62bc.svg";
  const claims = {
    ...profile,
    name: "Test User",
    preferred_username: "tuser",
    picture,
    profile: "https://huggingface.co/tuser",
    website: "https://example.com",
    email: "test.user@example.com",
    email_verified: true,
    canPay: false,
  } satisfies HuggingfaceProfile;
  expect(await HuggingFace().profile?.(claims, {})).toEqual({
    id: profile.sub,
    name: "Test User",
    email: "test.user@example.com",
    image: picture,
  });
});

it("[HF-2] is an OpenID Connect provider", () => {
  expect(HuggingFace()).toMatchObject({ id: "huggingface", type: "oidc" });
});

it("[HF-3] asks for profile and email, and passes on the scopes and organizations of the options", () => {
  expect(HuggingFace().authorization).toEqual({ params: { scope: "openid profile email" } });
  const authorization = { params: { scope: "openid read-repos", orgIds: "65f0" } };
  expect(HuggingFace({ authorization }).options).toEqual({ authorization });
});
