import Apple from "latchkey/providers/apple";
import AzureAD from "latchkey/providers/azure-ad";
import Discord from "latchkey/providers/discord";
import Dropbox from "latchkey/providers/dropbox";
import Eventbrite from "latchkey/providers/eventbrite";
import Facebook from "latchkey/providers/facebook";
import GitHub from "latchkey/providers/github";
import GitLab from "latchkey/providers/gitlab";
import Google from "latchkey/providers/google";
import Kakao from "latchkey/providers/kakao";
import MicrosoftEntraID from "latchkey/providers/microsoft-entra-id";
import Patreon from "latchkey/providers/patreon";
import Spotify from "latchkey/providers/spotify";
import Wikimedia from "latchkey/providers/wikimedia";
import Zoom from "latchkey/providers/zoom";
import { describe, expect, it } from "vitest";
import { isVouchedFor } from "../flows/oauth/profile/vouch.js";
import { normalizeProvider } from "../flows/oauth/provider/config.js";
import type { OAuthConfig } from "../types/providers.js";

const address = "ada@example.org";
const vouched = (provider: OAuthConfig, profile: object) =>
  isVouchedFor(normalizeProvider(provider, {}), { ...profile }, address);

const kakao = (valid: boolean, verified: boolean) => ({
  kakao_account: { email: address, is_email_valid: valid, is_email_verified: verified },
});
const patreon = (verified: boolean) => ({ data: { attributes: { is_email_verified: verified } } });
const eventbrite = (verified: boolean) => ({
  emails: [
    { email: "old@example.org", primary: false, verified: true },
    { email: address, primary: true, verified },
  ],
});

type Row = [name: string, provider: OAuthConfig, yes: readonly object[], no: readonly object[]];
const email = address;
const rows: Row[] = [
  ["Google", Google(), [{ email, email_verified: true }], [{ email }, { email_verified: false }]],
  ["Apple", Apple(), [{ email_verified: "true" }], [{ email_verified: "false" }, {}]],
  ["Discord", Discord(), [{ email, verified: true }], [{ email, verified: false }, { email }]],
  ["Kakao", Kakao(), [kakao(true, true)], [kakao(true, false), kakao(false, true), {}]],
  ["Patreon", Patreon(), [patreon(true)], [patreon(false), {}]],
  ["Eventbrite", Eventbrite(), [eventbrite(true)], [eventbrite(false), {}]],
  ["Zoom", Zoom(), [{ email, verified: 1 }], [{ email, verified: 0 }, { email }]],
  ["Dropbox", Dropbox(), [{ email, email_verified: true }], [{ email, email_verified: false }]],
  ["Wikimedia", Wikimedia(), [{ email, confirmed_email: true }], [{ email }]],
  ["GitHub", GitHub(), [{ email }, { email, email_verified: true }], [{ email_verified: false }]],
  [
    "GitHub of an enterprise",
    GitHub({ enterprise: { baseUrl: "https://github.example.com" } }),
    [{ email, email_verified: true }],
    [{ email }],
  ],
  ["GitLab", GitLab(), [{ email, confirmed_at: "2026-01-01" }], [{ email, confirmed_at: null }]],
  [
    "a GitLab of one's own",
    GitLab({ baseUrl: "https://gitlab.example.com" }),
    [],
    [{ email, confirmed_at: "2026-01-01" }],
  ],
  [
    "Microsoft Entra ID",
    MicrosoftEntraID(),
    [
      { email, xms_edov: true },
      { email, xms_edov: "1" },
      { email, xms_edov: 1 },
    ],
    [{ email }, { email, email_verified: true }, { email, xms_edov: "0" }],
  ],
  ["Azure AD", AzureAD(), [{ email, xms_edov: true }], [{ email, email_verified: true }]],
  [
    "Microsoft Entra ID, linking allowed",
    MicrosoftEntraID({ allowDangerousEmailAccountLinking: true }),
    [],
    [{ email }],
  ],
  [
    "Microsoft Entra ID of the application's own tenant",
    MicrosoftEntraID({ emailVerified: true }),
    [{ email }],
    [{ email: "other@example.org" }],
  ],
  [
    "Spotify, linking allowed",
    Spotify({ allowDangerousEmailAccountLinking: true }),
    [],
    [{ email }, { email, email_verified: true }],
  ],
  ["Facebook, of which it is not known", Facebook(), [], [{ email, email_verified: true }]],
  [
    "Facebook, linking allowed",
    Facebook({ allowDangerousEmailAccountLinking: true }),
    [{ email }],
    [{ email, email_verified: false }],
  ],
];

describe("who vouches for an address", () => {
  it.each(rows)("%s", (_name, provider, yes, no) => {
    expect(yes.filter((profile) => !vouched(provider, profile))).toEqual([]);
    expect(no.filter((profile) => vouched(provider, profile))).toEqual([]);
  });

  it("nobody, when what the application says fails or is no yes or no", () => {
    const failing = Google({
      emailVerified: () => {
        throw new Error("no such claim");
      },
    });
    expect(vouched(failing, { email })).toBe(false);
    // @ts-expect-error Not every configuration is checked by a compiler.
    expect(vouched(Google({ emailVerified: () => "yes" }), { email })).toBe(false);
  });
});
