import type { ApiKeyMessages } from "../../types/api-key-messages.js";

/** The texts of the page, in English. */
export const apiKeyTexts: ApiKeyMessages = {
  title: "API keys",
  intro: "A key lets a program use this site in your name. It can’t change your account.",
  none: "You have no API keys.",
  manage: "Manage API keys",
  name: "Name",
  scopes: "What the key can do",
  days: "Days until it expires",
  create: "Create a key",
  made: "Copy the key now and keep it safe. It won’t be shown again.",
  newKey: "Your new key",
  until: (day) => `Expires on ${day}`,
  ended: (day) => `Expired on ${day}`,
  used: (day) => `Last used on ${day}`,
  unused: "Never used",
  rotate: "Replace (the old key works for one more day)",
  revoke: "Revoke",
  back: "Back to the site",
  errors: {
    InvalidName: "Give the key a name of at most 60 characters.",
    InvalidLifetime: "Choose fewer days.",
    NotAllowed: "You can’t create API keys here.",
    TooMany: "You have as many keys as you can have. Revoke one first.",
  },
  errorDefault: "Something went wrong. Try again.",
  events: {
    "api-keys.created": "API key created",
    "api-keys.rotated": "API key replaced",
    "api-keys.revoked": "API key revoked",
  },
};
