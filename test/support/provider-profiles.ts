import type { JsonValue } from "../../src/types/common.js";
import type { FortyTwoProfile } from "../../src/providers/42-school.js";
import type { AppleProfile } from "../../src/providers/apple.js";
import type { AsgardeoProfile } from "../../src/providers/asgardeo.js";
import type { AtlassianProfile } from "../../src/providers/atlassian.js";
import type { Auth0Profile } from "../../src/providers/auth0.js";
import type { AuthentikProfile } from "../../src/providers/authentik.js";
import type { AzureADB2CProfile } from "../../src/providers/azure-ad-b2c.js";
import type { AzureADProfile } from "../../src/providers/azure-ad.js";
import type { AzureDevOpsProfile } from "../../src/providers/azure-devops.js";
import type { BankIDNorwayProfile } from "../../src/providers/bankid-no.js";
import type { BattleNetProfile } from "../../src/providers/battlenet.js";
import type { BeyondIdentityProfile } from "../../src/providers/beyondidentity.js";
import type { BitbucketProfile } from "../../src/providers/bitbucket.js";
import type { BoxProfile } from "../../src/providers/box.js";
import type { BoxyHQSAMLProfile } from "../../src/providers/boxyhq-saml.js";
import type { BungieProfile } from "../../src/providers/bungie.js";
import type { ClickUpProfile } from "../../src/providers/click-up.js";
import type { CognitoProfile } from "../../src/providers/cognito.js";
import type { CoinbaseProfile } from "../../src/providers/coinbase.js";
import type { Concept2Profile } from "../../src/providers/concept2.js";
import type { DescopeProfile } from "../../src/providers/descope.js";
import type { DiscordProfile } from "../../src/providers/discord.js";
import type { DribbbleProfile } from "../../src/providers/dribbble.js";
import type { DropboxProfile } from "../../src/providers/dropbox.js";
import type { DuendeISUser } from "../../src/providers/duende-identity-server6.js";
import type { EventbriteProfile } from "../../src/providers/eventbrite.js";
import type { EVEOnlineProfile } from "../../src/providers/eveonline.js";
import type { FacebookProfile } from "../../src/providers/facebook.js";
import type { FACEITProfile } from "../../src/providers/faceit.js";
import type { FigmaProfile } from "../../src/providers/figma.js";
import type { FoursquareProfile } from "../../src/providers/foursquare.js";
import type { FreshbooksProfile } from "../../src/providers/freshbooks.js";
import type { FronteggProfile } from "../../src/providers/frontegg.js";
import type { FusionAuthProfile } from "../../src/providers/fusionauth.js";
import type { GitHubEmail, GitHubProfile } from "../../src/providers/github.js";
import type { GitLabProfile } from "../../src/providers/gitlab.js";
import type { GoogleProfile } from "../../src/providers/google.js";
import type { HubSpotProfile } from "../../src/providers/hubspot.js";
import type { HuggingfaceProfile } from "../../src/providers/huggingface.js";
import type { IdentityServer4Profile } from "../../src/providers/identity-server4.js";
import type { InstagramProfile } from "../../src/providers/instagram.js";
import type { KakaoProfile } from "../../src/providers/kakao.js";
import type { KeycloakProfile } from "../../src/providers/keycloak.js";
import type { KindeProfile } from "../../src/providers/kinde.js";
import type { LineProfile } from "../../src/providers/line.js";
import type { LinkedInProfile } from "../../src/providers/linkedin.js";
import type { LogtoProfile } from "../../src/providers/logto.js";
import type { MailchimpProfile } from "../../src/providers/mailchimp.js";
import type { MailruProfile } from "../../src/providers/mailru.js";
import type { MastodonProfile } from "../../src/providers/mastodon.js";
import type { MattermostProfile } from "../../src/providers/mattermost.js";
import type { MediumProfile } from "../../src/providers/medium.js";
import type { MicrosoftEntraIDProfile } from "../../src/providers/microsoft-entra-id.js";
import type { NaverProfile } from "../../src/providers/naver.js";
import type { NetlifyProfile } from "../../src/providers/netlify.js";
import type { NetSuiteProfile } from "../../src/providers/netsuite.js";
import type { NextcloudProfile } from "../../src/providers/nextcloud.js";
import type { Owner } from "../../src/providers/notion.js";
import type { OktaProfile } from "../../src/providers/okta.js";
import type { OneLoginProfile } from "../../src/providers/onelogin.js";
import type { OryHydraProfile } from "../../src/providers/ory-hydra.js";
import type { OssoProfile } from "../../src/providers/osso.js";
import type { OsuProfile } from "../../src/providers/osu.js";
import type { PassageProfile } from "../../src/providers/passage.js";
import type { PatreonProfile } from "../../src/providers/patreon.js";
import type { PingProfile } from "../../src/providers/ping-id.js";
import type { PinterestProfile } from "../../src/providers/pinterest.js";
import type { PipedriveProfile } from "../../src/providers/pipedrive.js";
import type { RedditProfile } from "../../src/providers/reddit.js";
import type { RobloxProfile } from "../../src/providers/roblox.js";
import type { SalesforceProfile } from "../../src/providers/salesforce.js";
import type { SimpleLoginProfile } from "../../src/providers/simplelogin.js";
import type { SlackProfile } from "../../src/providers/slack.js";
import type { SpotifyProfile } from "../../src/providers/spotify.js";
import type { StravaProfile } from "../../src/providers/strava.js";
import type { ThreadsProfile } from "../../src/providers/threads.js";
import type { TiktokProfile } from "../../src/providers/tiktok.js";
import type { TodoistProfile } from "../../src/providers/todoist.js";
import type { TraktUser } from "../../src/providers/trakt.js";
import type { TwitchProfile } from "../../src/providers/twitch.js";
import type { TwitterProfile } from "../../src/providers/twitter.js";
import type { UnitedEffectsProfile } from "../../src/providers/united-effects.js";
import type { VippsProfile } from "../../src/providers/vipps.js";
import type { VkProfile } from "../../src/providers/vk.js";
import type { WebexProfile } from "../../src/providers/webex.js";
import type { WeChatProfile } from "../../src/providers/wechat.js";
import type { WikimediaProfile } from "../../src/providers/wikimedia.js";
import type { WordPressProfile } from "../../src/providers/wordpress.js";
import type { WorkOSProfile } from "../../src/providers/workos.js";
import type { YandexProfile } from "../../src/providers/yandex.js";
import type { ZitadelProfile } from "../../src/providers/zitadel.js";
import type { ZohoProfile } from "../../src/providers/zoho.js";
import type { ZoomProfile } from "../../src/providers/zoom.js";

/** How a provider answers about one person, and the user that has to come out. */
export interface ProviderSample {
  /** Options its factory needs besides the client's credentials and the issuer. */
  options?: Record<string, unknown>;
  /** The answer of the token endpoint, where it is special. */
  token?: Record<string, JsonValue>;
  /** The answer of the userinfo endpoint, or the claims of the ID token. */
  profile: object;
  /** Where the profile is asked for, if not at the userinfo endpoint itself. */
  userinfoUrl?: string;
  /** Further answers, by address. */
  answers?: Record<string, object>;
  user: { id: string; name: string | null; email: string | null; image: string | null };
}

/** The issuer given to the factories that need one. */
export const sampleIssuer = "https://issuer.example";

const name = "Test User";
const email = "test.user@example.com";
const picture = "https://cdn.example.com/picture.png";
const issuedAt = 1735689600;
const token = { aud: "client", iat: issuedAt, exp: 4102444800 };
/** The first bytes of a picture. */
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);

/** By provider id. Times and audiences of ID tokens are placeholders. */
export const providerSamples: Readonly<Record<string, ProviderSample>> = {
  "42-school": {
    profile: {
      id: 12345,
      email: "tuser@student.42.fr",
      login: "tuser",
      first_name: "Test",
      last_name: "User",
      usual_full_name: "Test User",
      usual_first_name: null,
      displayname: "Test User",
      url: "https://api.intra.42.fr/v2/users/tuser",
      phone: "hidden",
      kind: "student",
      image: {
        link: "https://cdn.intra.42.fr/users/tuser.jpg",
        versions: {
          large: "https://cdn.intra.42.fr/users/large_tuser.jpg",
          medium: "https://cdn.intra.42.fr/users/medium_tuser.jpg",
          small: "https://cdn.intra.42.fr/users/small_tuser.jpg",
          micro: "https://cdn.intra.42.fr/users/micro_tuser.jpg",
        },
      },
      "staff?": false,
      correction_point: 4,
      pool_month: "july",
      pool_year: "2023",
      location: null,
      wallet: 0,
      anonymize_date: "2027-01-01T00:00:00.000+01:00",
      created_at: "2023-06-01T09:00:00.000Z",
      updated_at: "2024-01-01T09:00:00.000Z",
      "alumni?": false,
      "active?": true,
      campus: [
        { id: 1, name: "Paris", time_zone: "Europe/Paris", country: "France", city: "Paris" },
      ],
      cursus_users: [
        {
          id: 2,
          grade: "Member",
          level: 4.2,
          begin_at: "2023-07-01T00:00:00.000Z",
          end_at: null,
          cursus_id: 21,
        },
      ],
    } satisfies FortyTwoProfile,
    user: {
      id: "12345",
      name: "Test User",
      email: "tuser@student.42.fr",
      image: "https://cdn.intra.42.fr/users/tuser.jpg",
    },
  },
  apple: {
    profile: {
      ...token,
      iss: "https://appleid.apple.com",
      sub: "001234.0123456789abcdef0123456789abcdef.0123",
      nonce_supported: true,
      email: "a1b2c3d4e5@privaterelay.appleid.com",
      email_verified: "true",
      is_private_email: "true",
      auth_time: issuedAt,
      user: {
        name: { firstName: "Test", lastName: "User" },
        email: "a1b2c3d4e5@privaterelay.appleid.com",
      },
    } satisfies AppleProfile,
    user: {
      id: "001234.0123456789abcdef0123456789abcdef.0123",
      name: "Test User",
      email: "a1b2c3d4e5@privaterelay.appleid.com",
      image: null,
    },
  },
  asgardeo: {
    profile: {
      sub: "e46a427c-7e5f-4b3c-8b6e-4b2a1c3d5e6f",
      given_name: "Test",
      email,
      org_id: "10084a8d-113f-4211-a0d5-efe36b082211",
      org_name: "example",
    } satisfies AsgardeoProfile,
    user: { id: "e46a427c-7e5f-4b3c-8b6e-4b2a1c3d5e6f", name: null, email, image: null },
  },
  atlassian: {
    profile: {
      account_type: "atlassian",
      account_id: "112233aa-bb11-cc22-33dd-445566abcabc",
      email,
      name,
      picture: "https://avatar-management.services.atlassian.com/112233/48",
      account_status: "active",
      nickname: "tuser",
      zoneinfo: "Europe/Berlin",
      locale: "en-US",
      extended_profile: { job_title: "Tester", organization: "Example" },
    } satisfies AtlassianProfile,
    user: {
      id: "112233aa-bb11-cc22-33dd-445566abcabc",
      name,
      email,
      image: "https://avatar-management.services.atlassian.com/112233/48",
    },
  },
  auth0: {
    profile: {
      sub: "auth0|5f7c8ec7c33c6c004bbafe82",
      nickname: "test.user",
      name,
      picture,
      updated_at: "2024-05-01T10:00:00.000Z",
      email,
      email_verified: true,
      sid: "V4P7Jf0x",
    } satisfies Auth0Profile,
    user: { id: "auth0|5f7c8ec7c33c6c004bbafe82", name, email, image: picture },
  },
  authentik: {
    profile: {
      ...token,
      iss: "https://issuer.example",
      sub: "4f3c2b1a",
      auth_time: issuedAt,
      acr: "goauthentik.io/providers/oauth2/default",
      email,
      email_verified: true,
      name,
      given_name: name,
      preferred_username: "tuser",
      nickname: "tuser",
      groups: ["users"],
    } satisfies AuthentikProfile,
    user: { id: "4f3c2b1a", name, email, image: null },
  },
  "azure-ad": {
    profile: {
      sub: "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",
      name,
      email,
      preferred_username: email,
      oid: "00000000-0000-0000-66f3-3332eca7ea81",
      tid: "9188040d-6c67-4c5b-b112-36a304b66dad",
      ver: "2.0",
    } satisfies AzureADProfile,
    answers: { "https://graph.microsoft.com/v1.0/me/photos/48x48/$value": jpeg },
    user: {
      id: "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",
      name,
      email,
      image: "data:image/jpeg;base64,/9j/4A==",
    },
  },
  "azure-ad-b2c": {
    profile: {
      ...token,
      iss: "https://issuer.example",
      ver: "1.0",
      sub: "884408e1-2918-4cz0-b12d-3aa027d7563b",
      auth_time: issuedAt,
      name,
      emails: [email],
      tfp: "B2C_1_signin",
    } satisfies AzureADB2CProfile,
    user: { id: "884408e1-2918-4cz0-b12d-3aa027d7563b", name, email, image: null },
  },
  "azure-devops": {
    token: {
      access_token: "access",
      token_type: "jwt-bearer",
      expires_in: "3599",
      refresh_token: "refresh",
      scope: "vso.profile",
    },
    profile: {
      displayName: name,
      publicAlias: "5b0e7d8e-0000-4a00-9000-000000000001",
      emailAddress: email,
      coreRevision: 1,
      timeStamp: "2024-05-01T10:00:00Z",
      id: "5b0e7d8e-0000-4a00-9000-000000000001",
      revision: 1,
      coreAttributes: {
        Avatar: { value: { isAutoGenerated: true, value: "/9j/4A==", size: "medium" } },
      },
    } satisfies AzureDevOpsProfile,
    user: {
      id: "5b0e7d8e-0000-4a00-9000-000000000001",
      name,
      email,
      image: "data:image/jpeg;base64,/9j/4A==",
    },
  },
  "bankid-no": {
    profile: {
      ...token,
      iss: "https://auth.bankid.no/auth/realms/prod",
      sub: "db3ae0b2-6a3d-4b6a-9c4e-cf7b1f3f2a10",
      name,
      given_name: "Test",
      family_name: "User",
      birthdate: "1990-01-01",
      tid: "1c3e2d4f",
      originator: "CN=BankID - Example - Bank CA 3",
      amr: "BID",
      bankid_altsub: "9578-6000-4-123456",
    } satisfies BankIDNorwayProfile,
    user: { id: "db3ae0b2-6a3d-4b6a-9c4e-cf7b1f3f2a10", name, email: null, image: null },
  },
  battlenet: {
    options: { issuer: "https://oauth.battle.net" },
    profile: { sub: "123456789", battle_tag: "Tester#1234" } satisfies BattleNetProfile,
    user: { id: "123456789", name: "Tester#1234", email: null, image: null },
  },
  beyondidentity: {
    profile: {
      sub: "b2c8d7e6f5a40312",
      name,
      preferred_username: "tuser",
      email,
    } satisfies BeyondIdentityProfile,
    user: { id: "b2c8d7e6f5a40312", name, email, image: null },
  },
  bitbucket: {
    profile: {
      display_name: name,
      username: "tuser",
      account_id: "557058:11112222-3333-4444-5555-666677778888",
      nickname: "tuser",
      uuid: "{11112222-3333-4444-5555-666677778888}",
      type: "user",
      account_status: "active",
      is_staff: false,
      location: null,
      created_on: "2020-01-01T00:00:00.000000+00:00",
      has_2fa_enabled: null,
      links: {
        self: { href: "https://api.bitbucket.org/2.0/users/tuser" },
        avatar: { href: "https://bitbucket.org/account/tuser/avatar/" },
      },
    } satisfies BitbucketProfile,
    user: {
      id: "557058:11112222-3333-4444-5555-666677778888",
      name,
      email: null,
      image: "https://bitbucket.org/account/tuser/avatar/",
    },
  },
  box: {
    profile: {
      type: "user",
      id: "11446498",
      name,
      login: email,
      created_at: "2020-01-01T00:00:00-08:00",
      modified_at: "2024-01-01T00:00:00-08:00",
      language: "en",
      timezone: "Europe/Berlin",
      space_amount: 11345156112,
      space_used: 1237009912,
      max_upload_size: 2147483648,
      status: "active",
      job_title: "",
      phone: "",
      address: "",
      avatar_url: "https://app.box.com/api/avatar/large/11446498",
      notification_email: null,
    } satisfies BoxProfile,
    user: { id: "11446498", name, email, image: "https://app.box.com/api/avatar/large/11446498" },
  },
  "boxyhq-saml": {
    profile: {
      id: "1dda9fb491dc01bd24d2423ba2f22ae561f56ddf2376b29a11c80281d21201f9",
      email,
      firstName: "Test",
      lastName: "User",
      requested: { tenant: "example", product: "demo" },
      raw: {},
    } satisfies BoxyHQSAMLProfile,
    user: {
      id: "1dda9fb491dc01bd24d2423ba2f22ae561f56ddf2376b29a11c80281d21201f9",
      name,
      email,
      image: null,
    },
  },
  bungie: {
    options: { apiKey: "api-key" },
    token: {
      access_token: "access",
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: "refresh",
      refresh_expires_in: 7776000,
      membership_id: "4352",
    },
    profile: {
      Response: {
        destinyMemberships: [
          {
            membershipType: 3,
            membershipId: "4611686018467260757",
            displayName: "tester",
            iconPath: "/img/theme/bungienet/icons/steamLogo.png",
          },
        ],
        bungieNetUser: {
          membershipId: "4352",
          uniqueName: "tester",
          displayName: "Tester",
          profilePicture: 70551,
          profileTheme: 0,
          userTitle: 0,
          isDeleted: false,
          about: "",
          firstAccess: "2014-09-09T00:00:00Z",
          lastUpdate: "2024-01-01T00:00:00Z",
          locale: "en",
          profilePicturePath: "/img/profile/avatars/default_avatar.gif",
        },
      },
      ErrorCode: 1,
      ThrottleSeconds: 0,
      ErrorStatus: "Success",
      Message: "Ok",
    } satisfies BungieProfile,
    user: {
      id: "4352",
      name: "Tester",
      email: null,
      image: "https://www.bungie.net/img/profile/avatars/default_avatar.gif",
    },
  },
  "click-up": {
    token: { access_token: "access" },
    profile: {
      user: {
        id: 123,
        username: name,
        email,
        color: "#000000",
        profilePicture: "https://attachments.clickup.com/profilePictures/123.jpg",
        initials: "TU",
        week_start_day: 1,
        global_font_support: true,
        timezone: "Europe/Berlin",
      },
    } satisfies ClickUpProfile,
    user: {
      id: "123",
      name,
      email,
      image: "https://attachments.clickup.com/profilePictures/123.jpg",
    },
  },
  cognito: {
    profile: {
      sub: "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee",
      "cognito:username": "tuser",
      "cognito:groups": ["users"],
      name,
      email,
      email_verified: true,
      picture,
    } satisfies CognitoProfile,
    user: { id: "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee", name, email, image: picture },
  },
  coinbase: {
    profile: {
      data: {
        id: "9da7a204-544e-5fd1-9a12-61176c5d4cd8",
        name,
        username: "tuser",
        profile_location: null,
        profile_bio: null,
        profile_url: "https://coinbase.com/tuser",
        avatar_url: "https://images.coinbase.com/avatar?s=128",
        resource: "user",
        resource_path: "/v2/user",
        email,
        time_zone: "Europe/Berlin",
        native_currency: "EUR",
        country: { code: "DE", name: "Germany" },
        created_at: "2020-01-01T00:00:00Z",
      },
    } satisfies CoinbaseProfile,
    user: {
      id: "9da7a204-544e-5fd1-9a12-61176c5d4cd8",
      name,
      email,
      image: "https://images.coinbase.com/avatar?s=128",
    },
  },
  concept2: {
    profile: {
      data: {
        id: 1,
        username: "tuser",
        first_name: "Test",
        last_name: "User",
        gender: "F",
        dob: "1990-01-01",
        email,
        country: "DEU",
        profile_image: "https://media.concept2.com/assets/uploads/members/1.jpg",
        age_restricted: false,
        email_permission: true,
        max_heart_rate: null,
        weight: null,
        logbook_privacy: "partners",
      },
    } satisfies Concept2Profile,
    user: {
      id: "1",
      name: "tuser",
      email,
      image: "https://media.concept2.com/assets/uploads/members/1.jpg",
    },
  },
  descope: {
    profile: {
      sub: "U2PwZ1example",
      name,
      email,
      email_verified: true,
      amr: ["email"],
      drn: "DS",
    } satisfies DescopeProfile,
    user: { id: "U2PwZ1example", name, email, image: null },
  },
  discord: {
    profile: {
      id: "80351110224678912",
      username: "tuser",
      discriminator: "0",
      global_name: "Test User",
      avatar: "8342729096ea3675442027381ff50dfe",
      verified: true,
      email,
      flags: 64,
      banner: null,
      accent_color: null,
      premium_type: 0,
      public_flags: 64,
      locale: "en-US",
      mfa_enabled: false,
    } satisfies DiscordProfile,
    user: {
      id: "80351110224678912",
      name,
      email,
      image:
        "https://cdn.discordapp.com/avatars/80351110224678912/8342729096ea3675442027381ff50dfe.png",
    },
  },
  dribbble: {
    profile: {
      id: 1,
      name,
      login: "tuser",
      email,
      avatar_url: "https://cdn.dribbble.com/users/1/avatars/normal/tuser.jpg",
      html_url: "https://dribbble.com/tuser",
      bio: null,
      location: null,
      links: {},
      can_upload_shot: true,
      pro: false,
      followers_count: 0,
      created_at: "2020-01-01T00:00:00Z",
      type: "User",
    } satisfies DribbbleProfile,
    user: {
      id: "1",
      name,
      email,
      image: "https://cdn.dribbble.com/users/1/avatars/normal/tuser.jpg",
    },
  },
  dropbox: {
    profile: {
      account_id: "dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc",
      name: {
        given_name: "Test",
        surname: "User",
        familiar_name: "Test",
        display_name: name,
        abbreviated_name: "TU",
      },
      email,
      email_verified: true,
      disabled: false,
      country: "DE",
      locale: "en",
      referral_link: "https://db.tt/ZITNuhtI",
      is_paired: false,
      account_type: { ".tag": "basic" },
      profile_photo_url: "https://dl-web.dropbox.com/account_photo/get/dbaphid",
    } satisfies DropboxProfile,
    user: {
      id: "dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc",
      name,
      email,
      image: "https://dl-web.dropbox.com/account_photo/get/dbaphid",
    },
  },
  "duende-identity-server6": {
    profile: {
      sub: "11",
      name,
      given_name: "Test",
      family_name: "User",
      email,
      email_verified: true,
      website: "https://example.com",
    } satisfies DuendeISUser,
    user: { id: "11", name, email, image: null },
  },
  eventbrite: {
    profile: {
      id: "270941234",
      name,
      first_name: "Test",
      last_name: "User",
      is_public: false,
      image_id: "65138403",
      emails: [
        { email: "other@example.com", verified: false, primary: false },
        { email, verified: true, primary: true },
      ],
    } satisfies EventbriteProfile,
    user: {
      id: "270941234",
      name,
      email,
      image:
        "https://img.evbuc.com/https%3A%2F%2Fcdn.evbuc.com%2Fimages%2F65138403%2F1%2Foriginal.jpg",
    },
  },
  eveonline: {
    // Not asked: the access token tells it all.
    userinfoUrl: "https://login.eveonline.com/not-asked",
    token: {
      access_token: `h.${btoa(
        JSON.stringify({
          iss: "https://login.eveonline.com",
          aud: ["client", "EVE Online"],
          sub: "CHARACTER:EVE:95465499",
          name: "Test Pilot",
          owner: "XM4D/ownerhash=",
          exp: 1893456000,
          scp: "publicData",
        }),
      )}.s`,
      token_type: "Bearer",
      expires_in: 1199,
    },
    profile: {
      CharacterID: 95465499,
      CharacterName: "Test Pilot",
      ExpiresOn: "2030-01-01T00:00:00",
      Scopes: "publicData",
      TokenType: "Character",
      CharacterOwnerHash: "XM4D/ownerhash=",
      IntellectualProperty: "EVE",
    } satisfies EVEOnlineProfile,
    user: {
      id: "95465499",
      name: "Test Pilot",
      email: null,
      image: "https://images.evetech.net/characters/95465499/portrait?size=128",
    },
  },
  facebook: {
    token: { access_token: "access", token_type: "bearer", expires_in: 5183944 },
    profile: {
      id: "1234567890",
      name,
      email,
      picture: {
        data: {
          height: 50,
          is_silhouette: false,
          url: "https://platform-lookaside.fbsbx.com/platform/profilepic/?asid=1",
          width: 50,
        },
      },
    } satisfies FacebookProfile,
    user: {
      id: "1234567890",
      name,
      email,
      image: "https://platform-lookaside.fbsbx.com/platform/profilepic/?asid=1",
    },
  },
  faceit: {
    profile: {
      guid: "0c53b0a6-7b8d-4c0d-8b1f-6d3e9b7e5a21",
      sub: "0c53b0a6-7b8d-4c0d-8b1f-6d3e9b7e5a21",
      nickname: "tuser",
      name,
      email,
      email_verified: true,
      picture,
      locale: "en-us",
    } satisfies FACEITProfile,
    user: { id: "0c53b0a6-7b8d-4c0d-8b1f-6d3e9b7e5a21", name, email, image: picture },
  },
  figma: {
    token: {
      user_id_string: "777388",
      access_token: "access",
      token_type: "bearer",
      refresh_token: "refresh",
      expires_in: 7776000,
    },
    profile: {
      id: "777388",
      email,
      handle: name,
      img_url: "https://s3-alpha.figma.com/profile/777388",
    } satisfies FigmaProfile,
    user: { id: "777388", name, email, image: "https://s3-alpha.figma.com/profile/777388" },
  },
  foursquare: {
    token: { access_token: "access" },
    profile: {
      meta: { code: 200, requestId: "5f1e4b1c" },
      response: {
        user: {
          id: "33",
          firstName: "Test",
          lastName: "User",
          gender: "none",
          relationship: "self",
          photo: { prefix: "https://fastly.4sqi.net/img/user/", suffix: "/33.jpg" },
          homeCity: "Berlin",
          bio: "",
          contact: { email },
        },
      },
    } satisfies FoursquareProfile,
    user: { id: "33", name, email, image: "https://fastly.4sqi.net/img/user/original/33.jpg" },
  },
  freshbooks: {
    profile: {
      response: {
        id: 712052,
        identity_id: 712052,
        identity_uuid: "8e1b2a1c-1111-4b1c-9f00-000000000001",
        first_name: "Test",
        last_name: "User",
        email,
        language: "en",
        confirmed_at: "2020-01-01T00:00:00Z",
        created_at: "2020-01-01T00:00:00Z",
        setup_complete: true,
      },
    } satisfies FreshbooksProfile,
    user: { id: "712052", name, email, image: null },
  },
  frontegg: {
    profile: {
      sub: "8e4b2f1a-0000-4000-8000-000000000001",
      name,
      email,
      email_verified: true,
      tenantId: "tenant",
      tenantIds: ["tenant"],
      roles: ["Admin"],
      permissions: [],
      metadata: {},
      profilePictureUrl: picture,
    } satisfies FronteggProfile,
    user: { id: "8e4b2f1a-0000-4000-8000-000000000001", name, email, image: picture },
  },
  fusionauth: {
    profile: {
      ...token,
      iss: "https://issuer.example",
      sub: "00000000-0000-0001-0000-000000000004",
      email,
      email_verified: true,
      preferred_username: "tuser",
      given_name: "Test",
      family_name: "User",
      roles: [],
      applicationId: "client",
      authenticationType: "PASSWORD",
    } satisfies FusionAuthProfile,
    user: { id: "00000000-0000-0001-0000-000000000004", name: "tuser", email, image: null },
  },
  github: {
    token: { access_token: "gho_access", scope: "read:user,user:email", token_type: "bearer" },
    profile: {
      login: "octocat",
      id: 1,
      node_id: "MDQ6VXNlcjE=",
      avatar_url: "https://avatars.githubusercontent.com/u/1?v=4",
      gravatar_id: "",
      url: "https://api.github.com/users/octocat",
      html_url: "https://github.com/octocat",
      followers_url: "https://api.github.com/users/octocat/followers",
      following_url: "https://api.github.com/users/octocat/following{/other_user}",
      gists_url: "https://api.github.com/users/octocat/gists{/gist_id}",
      starred_url: "https://api.github.com/users/octocat/starred{/owner}{/repo}",
      subscriptions_url: "https://api.github.com/users/octocat/subscriptions",
      organizations_url: "https://api.github.com/users/octocat/orgs",
      repos_url: "https://api.github.com/users/octocat/repos",
      events_url: "https://api.github.com/users/octocat/events{/privacy}",
      received_events_url: "https://api.github.com/users/octocat/received_events",
      type: "User",
      site_admin: false,
      name: null,
      company: null,
      blog: "",
      location: null,
      email: null,
      hireable: null,
      bio: null,
      twitter_username: null,
      public_repos: 2,
      public_gists: 1,
      followers: 20,
      following: 0,
      created_at: "2008-01-14T04:33:35Z",
      updated_at: "2024-01-14T04:33:35Z",
    } satisfies GitHubProfile,
    answers: {
      "https://api.github.com/user/emails": [
        { email: "unverified@example.com", primary: true, verified: false, visibility: "private" },
        {
          email: "1+octocat@users.noreply.github.com",
          primary: false,
          verified: true,
          visibility: null,
        },
      ] satisfies GitHubEmail[],
    },
    user: {
      id: "1",
      name: "octocat",
      email: "1+octocat@users.noreply.github.com",
      image: "https://avatars.githubusercontent.com/u/1?v=4",
    },
  },
  gitlab: {
    profile: {
      id: 1,
      username: "tuser",
      email,
      name,
      state: "active",
      avatar_url: "https://gitlab.com/uploads/-/system/user/avatar/1/index.jpg",
      web_url: "https://gitlab.com/tuser",
      created_at: "2012-05-23T08:00:58Z",
      bio: "",
      location: null,
      public_email: "",
      skype: "",
      linkedin: "",
      twitter: "",
      website_url: "",
      organization: "",
      job_title: "",
      pronouns: null,
      bot: false,
      work_information: null,
      followers: 0,
      following: 0,
      local_time: null,
      last_sign_in_at: "2024-06-01T11:41:01Z",
      confirmed_at: "2012-05-23T09:05:22Z",
      last_activity_on: "2024-05-23",
      theme_id: 1,
      color_scheme_id: 2,
      projects_limit: 100,
      current_sign_in_at: "2024-06-02T06:36:55Z",
      identities: [],
      can_create_group: true,
      can_create_project: true,
      two_factor_enabled: true,
      external: false,
      private_profile: false,
      commit_email: email,
    } satisfies GitLabProfile,
    user: {
      id: "1",
      name,
      email,
      image: "https://gitlab.com/uploads/-/system/user/avatar/1/index.jpg",
    },
  },
  google: {
    profile: {
      ...token,
      iss: "https://accounts.google.com",
      azp: "client",
      sub: "110169484474386276334",
      email,
      email_verified: true,
      name,
      given_name: "Test",
      family_name: "User",
      picture: "https://lh3.googleusercontent.com/a/photo=s96-c",
    } satisfies GoogleProfile,
    user: {
      id: "110169484474386276334",
      name,
      email,
      image: "https://lh3.googleusercontent.com/a/photo=s96-c",
    },
  },
  hubspot: {
    token: {
      token_type: "bearer",
      refresh_token: "refresh",
      access_token: "access",
      expires_in: 1800,
    },
    profile: {
      token: "access",
      user: email,
      hub_domain: "example.com",
      scopes: ["oauth"],
      hub_id: 62515,
      app_id: 456,
      expires_in: 1754,
      user_id: 123,
      token_type: "access",
    } satisfies HubSpotProfile,
    userinfoUrl: "https://api.hubapi.com/oauth/v1/access-tokens/access",
    user: { id: "123", name: email, email, image: null },
  },
  huggingface: {
    options: { authorization: { params: { orgIds: "65f000000000000000000001" } } },
    profile: {
      sub: "62bcd36dbe9ba49ab8c7f5a1",
      name,
      preferred_username: "tuser",
      profile: "https://huggingface.co/tuser",
      picture: "https://huggingface.co/avatars/62bc.svg",
      website: "https://example.com",
      email,
      email_verified: true,
      isPro: false,
      canPay: false,
      orgs: [
        {
          sub: "65f000000000000000000001",
          name: "Example",
          picture: "https://www.gravatar.com/avatar/65f0?d=retro",
          preferred_username: "example",
          isEnterprise: true,
          canPay: false,
          roleInOrg: "write",
          pendingSSO: false,
          missingMFA: false,
          resourceGroups: [
            { sub: "65f000000000000000000002", name: "models", role: "contributor" },
          ],
        },
      ],
    } satisfies HuggingfaceProfile,
    user: {
      id: "62bcd36dbe9ba49ab8c7f5a1",
      name,
      email,
      image: "https://huggingface.co/avatars/62bc.svg",
    },
  },
  "identity-server4": {
    profile: {
      sub: "1",
      name,
      given_name: "Test",
      family_name: "User",
      email,
      email_verified: true,
    } satisfies IdentityServer4Profile,
    user: { id: "1", name, email, image: null },
  },
  instagram: {
    token: {
      data: [
        {
          access_token: "access",
          user_id: "1784140579318",
          permissions: "instagram_business_basic",
        },
      ],
    },
    profile: {
      id: "17841405793187218",
      user_id: "17841405793187219",
      username: "tuser",
      account_type: "MEDIA_CREATOR",
      profile_picture_url: picture,
    } satisfies InstagramProfile,
    user: { id: "17841405793187218", name: "tuser", email: null, image: picture },
  },
  kakao: {
    token: {
      token_type: "bearer",
      access_token: "access",
      expires_in: 43199,
      refresh_token: "refresh",
      refresh_token_expires_in: 5184000,
      scope: "account_email profile_nickname",
    },
    profile: {
      id: 123456789,
      connected_at: "2022-04-11T01:45:28Z",
      properties: { nickname: name },
      kakao_account: {
        profile_nickname_needs_agreement: false,
        profile: {
          nickname: name,
          thumbnail_image_url: "http://k.kakaocdn.net/dn/img_110x110.jpg",
          profile_image_url: "http://k.kakaocdn.net/dn/img_640x640.jpg",
          is_default_image: false,
        },
        email_needs_agreement: false,
        is_email_valid: true,
        is_email_verified: true,
        email,
      },
    } satisfies KakaoProfile,
    user: { id: "123456789", name, email, image: "http://k.kakaocdn.net/dn/img_640x640.jpg" },
  },
  keycloak: {
    profile: {
      ...token,
      iss: "https://issuer.example",
      jti: "8a5b6c7d",
      sub: "f1d2c3b4-0000-4000-8000-000000000001",
      typ: "ID",
      azp: "client",
      session_state: "s",
      acr: "1",
      sid: "s",
      email_verified: true,
      name,
      preferred_username: "tuser",
      given_name: "Test",
      family_name: "User",
      email,
    } satisfies KeycloakProfile,
    user: { id: "f1d2c3b4-0000-4000-8000-000000000001", name, email, image: null },
  },
  kinde: {
    profile: {
      ...token,
      aud: ["client"],
      iss: "https://issuer.example",
      azp: "client",
      sub: "kp_1a2b3c",
      name,
      given_name: "Test",
      family_name: "User",
      email,
      org_codes: ["org_1"],
      updated_at: issuedAt,
      picture,
    } satisfies KindeProfile,
    user: { id: "kp_1a2b3c", name, email, image: picture },
  },
  line: {
    token: {
      access_token: "access",
      expires_in: 2592000,
      refresh_token: "refresh",
      scope: "openid profile email",
      token_type: "Bearer",
    },
    profile: {
      ...token,
      iss: "https://access.line.me",
      sub: "U1234567890abcdef1234567890abcdef",
      amr: ["pwd"],
      name,
      picture: "https://profile.line-scdn.net/0h",
      email,
    } satisfies LineProfile,
    user: {
      id: "U1234567890abcdef1234567890abcdef",
      name,
      email,
      image: "https://profile.line-scdn.net/0h",
    },
  },
  linkedin: {
    profile: {
      sub: "782bbtaQ",
      name,
      given_name: "Test",
      family_name: "User",
      picture: "https://media.licdn.com/dms/image/1",
      locale: { language: "en", country: "US" },
      email,
      email_verified: true,
    } satisfies LinkedInProfile,
    user: { id: "782bbtaQ", name, email, image: "https://media.licdn.com/dms/image/1" },
  },
  logto: {
    profile: {
      sub: "q1w2e3r4t5y6",
      username: "tuser",
      picture,
      email,
      email_verified: true,
    } satisfies LogtoProfile,
    user: { id: "q1w2e3r4t5y6", name: "tuser", email, image: picture },
  },
  mailchimp: {
    token: { access_token: "access", expires_in: 0, scope: null },
    profile: {
      dc: "us6",
      role: "owner",
      accountname: "Example",
      user_id: 15823,
      login: { email, avatar: null, login_id: 15824, login_name: "tuser", login_email: email },
      login_url: "https://login.mailchimp.com",
      api_endpoint: "https://us6.api.mailchimp.com",
    } satisfies MailchimpProfile,
    user: { id: "15824", name: "Example", email, image: null },
  },
  mailru: {
    token: { expires_in: 3600, refresh_token: "refresh", access_token: "access" },
    profile: {
      id: "1234567890",
      client_id: "client",
      gender: "f",
      name,
      nickname: "tuser",
      locale: "ru_RU",
      first_name: "Test",
      last_name: "User",
      email,
      birthday: "01.01.1990",
      image: "https://filin.mail.ru/pic?email=test",
    } satisfies MailruProfile,
    user: { id: "1234567890", name, email, image: "https://filin.mail.ru/pic?email=test" },
  },
  mastodon: {
    token: { access_token: "access", token_type: "Bearer", scope: "read", created_at: issuedAt },
    profile: {
      id: "14715",
      username: "tuser",
      acct: "tuser",
      display_name: name,
      locked: false,
      bot: false,
      discoverable: true,
      created_at: "2016-11-24T10:02:12.085Z",
      note: "",
      url: "https://issuer.example/@tuser",
      avatar: "https://files.issuer.example/avatar.gif",
      avatar_static: "https://files.issuer.example/avatar.png",
      header: "https://files.issuer.example/header.gif",
      header_static: "https://files.issuer.example/header.png",
      followers_count: 1,
      following_count: 1,
      statuses_count: 1,
      last_status_at: "2024-01-01",
      emojis: [],
      fields: [],
      source: { privacy: "public", sensitive: false, language: null, note: "" },
    } satisfies MastodonProfile,
    user: {
      id: "14715",
      name: "tuser",
      email: null,
      image: "https://files.issuer.example/avatar.png",
    },
  },
  mattermost: {
    profile: {
      id: "fqbj3ktdcbdf5gpqh5q9qz1o6r",
      create_at: 1600000000000,
      update_at: 1700000000000,
      delete_at: 0,
      username: "tuser",
      auth_data: "",
      auth_service: "",
      email,
      email_verified: true,
      nickname: "",
      first_name: "Test",
      last_name: "User",
      position: "",
      roles: "system_user",
      locale: "en",
      notify_props: { email: "true" },
      timezone: { automaticTimezone: "Europe/Berlin" },
    } satisfies MattermostProfile,
    user: { id: "fqbj3ktdcbdf5gpqh5q9qz1o6r", name: "tuser", email, image: null },
  },
  medium: {
    token: {
      token_type: "Bearer",
      access_token: "access",
      refresh_token: "refresh",
      scope: "basicProfile",
      expires_at: 4102444800000,
    },
    profile: {
      data: {
        id: "5303d74c64f66366f00cb9b2a94f3251bf5",
        username: "tuser",
        name,
        url: "https://medium.com/@tuser",
        imageUrl: "https://images.medium.com/0*fkfQiTzT7TlUGGyI.png",
      },
    } satisfies MediumProfile,
    user: {
      id: "5303d74c64f66366f00cb9b2a94f3251bf5",
      name,
      email: null,
      image: "https://images.medium.com/0*fkfQiTzT7TlUGGyI.png",
    },
  },
  "microsoft-entra-id": {
    profile: {
      sub: "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",
      name,
      email,
      preferred_username: email,
      oid: "00000000-0000-0000-66f3-3332eca7ea81",
      tid: "9188040d-6c67-4c5b-b112-36a304b66dad",
      ver: "2.0",
    } satisfies MicrosoftEntraIDProfile,
    answers: { "https://graph.microsoft.com/v1.0/me/photos/48x48/$value": jpeg },
    user: {
      id: "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",
      name,
      email,
      image: "data:image/jpeg;base64,/9j/4A==",
    },
  },
  naver: {
    token: {
      access_token: "access",
      refresh_token: "refresh",
      token_type: "bearer",
      expires_in: "3600",
    },
    profile: {
      resultcode: "00",
      message: "success",
      response: {
        id: "32742776",
        nickname: "tuser",
        name,
        email,
        gender: "F",
        age: "30-39",
        birthday: "10-01",
        profile_image: "https://ssl.pstatic.net/static/pwe/address/nodata_33x33.gif",
      },
    } satisfies NaverProfile,
    user: {
      id: "32742776",
      name: "tuser",
      email,
      image: "https://ssl.pstatic.net/static/pwe/address/nodata_33x33.gif",
    },
  },
  netlify: {
    profile: {
      id: "5f1e4b1c2d3e4f5a6b7c8d9e",
      uid: null,
      full_name: name,
      avatar_url: "https://avatars.example.com/1",
      email,
      affiliate_id: "",
      site_count: 3,
      created_at: "2020-01-01T00:00:00Z",
      last_login: "2024-01-01T00:00:00Z",
      login_providers: ["email"],
      slug: "tuser",
    } satisfies NetlifyProfile,
    user: { id: "5f1e4b1c2d3e4f5a6b7c8d9e", name, email, image: "https://avatars.example.com/1" },
  },
  netsuite: {
    options: {
      accountID: "1234567",
      userinfo:
        "https://1234567.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script=1&deploy=1",
    },
    token: {
      access_token: "access",
      refresh_token: "refresh",
      expires_in: "3600",
      token_type: "bearer",
    },
    profile: {
      id: 42,
      name,
      email,
      location: 1,
      role: 3,
      roleId: "administrator",
      roleCenter: "BASIC",
      contact: 0,
      subsidiary: 1,
      department: 2,
    } satisfies NetSuiteProfile,
    user: { id: "42", name, email, image: null },
  },
  nextcloud: {
    token: {
      access_token: "access",
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: "refresh",
      user_id: "tuser",
    },
    profile: {
      ocs: {
        meta: { status: "ok", statuscode: 100, message: "OK", totalitems: "", itemsperpage: "" },
        data: {
          enabled: true,
          storageLocation: "/var/www/html/data/tuser",
          id: "tuser",
          lastLogin: 1700000000000,
          backend: "Database",
          subadmin: [],
          quota: { free: 1, used: 1, total: 2, relative: 50, quota: -3 },
          email,
          additional_mail: [],
          displayname: name,
          phone: "",
          address: "",
          website: "",
          twitter: "",
          organisation: "",
          role: "",
          headline: "",
          biography: "",
          profile_enabled: "1",
          groups: ["users"],
          language: "en",
          locale: "",
          backendCapabilities: { setDisplayName: true, setPassword: true },
        } satisfies NextcloudProfile,
      },
    },
    userinfoUrl: "https://issuer.example/ocs/v1.php/cloud/users/tuser",
    user: { id: "tuser", name, email, image: "https://issuer.example/avatar/tuser/512" },
  },
  notion: {
    token: {
      access_token: "access",
      token_type: "bearer",
      bot_id: "b3414d65-1224-5ty7-6ffr-cc9d8773drt601288f",
      refresh_token: null,
      workspace_id: "j565j4d7x3-2882-61bs-564a-jj9d9ui-c36hxfr7x",
      workspace_name: "Example",
      workspace_icon: null,
      duplicated_template_id: null,
      owner: { type: "user", user: { object: "user", id: "d40e767c-d7af-4b18-a86d-55c61f1e39a4" } },
    },
    profile: {
      object: "user",
      id: "b3414d65-1224-4b18-a86d-55c61f1e39a4",
      name: "Integration",
      avatar_url: null,
      type: "bot",
      bot: {
        owner: {
          type: "user",
          user: {
            object: "user",
            id: "d40e767c-d7af-4b18-a86d-55c61f1e39a4",
            type: "person",
            name,
            avatar_url: "https://s3-us-west-2.amazonaws.com/public.notion-static.com/1.jpg",
            person: { email },
          } satisfies Owner["user"],
        },
        workspace_name: "Example",
      },
      request_id: "e4d5c6b7",
    },
    user: {
      id: "d40e767c-d7af-4b18-a86d-55c61f1e39a4",
      name,
      email,
      image: "https://s3-us-west-2.amazonaws.com/public.notion-static.com/1.jpg",
    },
  },
  okta: {
    profile: {
      ...token,
      iss: "https://issuer.example",
      sub: "00uid4BxXw6I6TV4m0g3",
      ver: 1,
      amr: ["pwd"],
      idp: "00ok1u7AsAkrwdZL3z9S",
      auth_time: issuedAt,
      name,
      nickname: "tuser",
      preferred_username: email,
      given_name: "Test",
      family_name: "User",
      email,
      email_verified: true,
      zoneinfo: "Europe/Berlin",
      locale: "en-US",
      updated_at: issuedAt,
    } satisfies OktaProfile,
    user: { id: "00uid4BxXw6I6TV4m0g3", name, email, image: null },
  },
  onelogin: {
    profile: {
      sub: "36005123",
      name,
      given_name: "Test",
      family_name: "User",
      email,
      preferred_username: email,
      groups: ["users"],
      updated_at: "2024-01-01T00:00:00Z",
    } satisfies OneLoginProfile,
    user: { id: "36005123", name, email, image: null },
  },
  hydra: {
    profile: {
      ...token,
      iss: "https://issuer.example",
      aud: ["client"],
      sub: "5f1e4b1c-0000-4000-8000-000000000001",
      jti: "j",
      amr: ["pwd"],
      email,
      preferred_username: "tuser",
    } satisfies OryHydraProfile,
    user: { id: "5f1e4b1c-0000-4000-8000-000000000001", name: "tuser", email, image: null },
  },
  osso: {
    profile: {
      id: "1d0c2f3e-0000-4000-8000-000000000001",
      email,
      idp: "Okta",
      requested: { domain: "example.com" },
    } satisfies OssoProfile,
    user: { id: "1d0c2f3e-0000-4000-8000-000000000001", name: null, email, image: null },
  },
  osu: {
    profile: {
      avatar_url: "https://a.ppy.sh/1?1501234567.jpeg",
      country_code: "DE",
      default_group: "default",
      id: 1,
      is_active: true,
      is_bot: false,
      is_deleted: false,
      is_online: false,
      is_supporter: false,
      last_visit: null,
      pm_friends_only: false,
      profile_colour: null,
      username: "tuser",
      discord: null,
      has_supported: false,
      interests: null,
      join_date: "2010-01-01T00:00:00+00:00",
      kudosu: { available: 0, total: 0 },
      location: null,
      max_blocks: 50,
      max_friends: 250,
      occupation: null,
      playmode: "osu",
      playstyle: ["mouse"],
      post_count: 0,
      profile_order: ["me"],
      title: null,
      title_url: null,
      twitter: null,
      website: null,
      country: { code: "DE", name: "Germany" },
      cover: { custom_url: null, url: "https://assets.ppy.sh/covers/1.jpg", id: "1" },
      is_restricted: false,
    } satisfies OsuProfile,
    user: { id: "1", name: "tuser", email: null, image: "https://a.ppy.sh/1?1501234567.jpeg" },
  },
  passage: {
    profile: {
      ...token,
      aud: ["client"],
      iss: "https://issuer.example",
      sub: "2vQ1example",
      email,
      email_verified: true,
    } satisfies PassageProfile,
    user: { id: "2vQ1example", name: null, email, image: null },
  },
  patreon: {
    profile: {
      data: {
        id: "12345",
        type: "user",
        attributes: {
          about: null,
          created: "2017-10-20T21:36:23+00:00",
          email,
          first_name: "Test",
          full_name: name,
          image_url: "https://c8.patreon.com/2/400/12345",
          is_email_verified: true,
          last_name: "User",
          thumb_url: "https://c8.patreon.com/2/100/12345",
          url: "https://www.patreon.com/tuser",
          vanity: "tuser",
        },
        relationships: { pledges: { data: [] } },
      },
      links: { self: "https://www.patreon.com/api/user/12345" },
    } satisfies PatreonProfile,
    user: { id: "12345", name, email, image: "https://c8.patreon.com/2/400/12345" },
  },
  "ping-id": {
    profile: {
      ...token,
      aud: ["client"],
      iss: "https://issuer.example",
      sub: "5f1e4b1c-0000-4000-8000-000000000002",
      acr: "Single_Factor",
      amr: ["pwd"],
      auth_time: issuedAt,
      preferred_username: "tuser",
      given_name: "Test",
      family_name: "User",
      email,
      env: "e",
      org: "o",
      "p1.region": "EU",
    } satisfies PingProfile,
    user: { id: "5f1e4b1c-0000-4000-8000-000000000002", name: "tuser", email, image: null },
  },
  pinterest: {
    token: {
      response_type: "authorization_code",
      access_token: "access",
      refresh_token: "refresh",
      token_type: "bearer",
      expires_in: 2592000,
      refresh_token_expires_in: 31536000,
      scope: "user_accounts:read",
    },
    profile: {
      account_type: "PINNER",
      profile_image: "https://i.pinimg.com/280x280_RS/1.jpg",
      website_url: "",
      username: "tuser",
      id: "2783136121146311751",
      business_name: null,
    } satisfies PinterestProfile,
    user: {
      id: "2783136121146311751",
      name: "tuser",
      email: null,
      image: "https://i.pinimg.com/280x280_RS/1.jpg",
    },
  },
  pipedrive: {
    token: {
      access_token: "access",
      token_type: "Bearer",
      refresh_token: "refresh",
      scope: "base",
      expires_in: 3599,
      api_domain: "https://example.pipedrive.com",
    },
    profile: {
      success: true,
      data: {
        id: 1,
        name,
        default_currency: "EUR",
        locale: "en_US",
        lang: 1,
        email,
        phone: null,
        activated: true,
        active_flag: true,
        timezone_name: "Europe/Berlin",
        timezone_offset: "+01:00",
        role_id: 1,
        icon_url: null,
        is_you: true,
        is_admin: 1,
        company_id: 2,
        company_name: "Example",
        company_domain: "example",
        company_country: "DE",
        language: { language_code: "en", country_code: "US" },
      },
    } satisfies PipedriveProfile,
    user: { id: "1", name, email, image: null },
  },
  reddit: {
    token: { access_token: "access", token_type: "bearer", expires_in: 86400, scope: "identity" },
    profile: {
      id: "1b2c3d",
      name: "tuser",
      icon_img:
        "https://styles.redditmedia.com/t5_1/styles/profileIcon.jpg?width=256&amp;height=256&amp;s=1",
      created_utc: 1577836800,
      link_karma: 1,
      comment_karma: 2,
      total_karma: 3,
      is_gold: false,
      is_mod: false,
      has_verified_email: true,
      over_18: false,
      verified: true,
    } satisfies RedditProfile,
    user: {
      id: "1b2c3d",
      name: "tuser",
      email: null,
      image: "https://styles.redditmedia.com/t5_1/styles/profileIcon.jpg",
    },
  },
  roblox: {
    profile: {
      sub: "12345678",
      name: "Tester",
      nickname: "Tester",
      preferred_username: "tuser",
      created_at: 1577836800,
      profile: "https://www.roblox.com/users/12345678/profile",
      picture: null,
    } satisfies RobloxProfile,
    user: { id: "12345678", name: "Tester", email: null, image: null },
  },
  salesforce: {
    profile: {
      sub: "https://login.salesforce.com/id/00Dx0000000A9y0EAC/005x0000000UnYmAAK",
      user_id: "005x0000000UnYmAAK",
      organization_id: "00Dx0000000A9y0EAC",
      preferred_username: email,
      nickname: "tuser",
      name,
      email,
      email_verified: true,
      picture: "https://example.file.force.com/profilephoto/005/F",
      photos: {
        picture: "https://example.file.force.com/profilephoto/005/F",
        thumbnail: "https://example.file.force.com/profilephoto/005/T",
      },
      active: true,
      user_type: "STANDARD",
    } satisfies SalesforceProfile,
    user: {
      id: "https://login.salesforce.com/id/00Dx0000000A9y0EAC/005x0000000UnYmAAK",
      name,
      email,
      image: "https://example.file.force.com/profilephoto/005/F",
    },
  },
  simplelogin: {
    profile: {
      sub: "1",
      id: 1,
      client: "Example",
      email: "tuser.alias@simplelogin.co",
      email_verified: true,
      name,
      avatar_url: null,
    } satisfies SimpleLoginProfile,
    user: { id: "1", name, email: "tuser.alias@simplelogin.co", image: null },
  },
  slack: {
    profile: {
      sub: "U0R7JM",
      "https://slack.com/user_id": "U0R7JM",
      "https://slack.com/team_id": "T0R7GR",
      email,
      email_verified: true,
      date_email_verified: issuedAt,
      name,
      picture: "https://secure.gravatar.com/avatar/1.png",
      given_name: "Test",
      family_name: "User",
      locale: "en-US",
      "https://slack.com/team_name": "Example",
      "https://slack.com/team_domain": "example",
      "https://slack.com/team_image_default": true,
    } satisfies SlackProfile,
    user: { id: "U0R7JM", name, email, image: "https://secure.gravatar.com/avatar/1.png" },
  },
  spotify: {
    token: {
      access_token: "access",
      token_type: "Bearer",
      scope: "user-read-email",
      expires_in: 3600,
      refresh_token: "refresh",
    },
    profile: {
      id: "tuser",
      display_name: name,
      email,
      images: [{ url: "https://i.scdn.co/image/1", height: 300, width: 300 }],
      uri: "spotify:user:tuser",
      href: "https://api.spotify.com/v1/users/tuser",
      type: "user",
      followers: { href: null, total: 0 },
      external_urls: { spotify: "https://open.spotify.com/user/tuser" },
    } satisfies SpotifyProfile,
    user: { id: "tuser", name, email, image: "https://i.scdn.co/image/1" },
  },
  strava: {
    token: {
      token_type: "Bearer",
      expires_at: 4102444800,
      expires_in: 21600,
      refresh_token: "refresh",
      access_token: "access",
      athlete: { id: 227615 },
    },
    profile: {
      id: 227615,
      username: "tuser",
      resource_state: 2,
      firstname: "Test",
      lastname: "User",
      city: null,
      state: null,
      country: null,
      sex: null,
      premium: false,
      summit: false,
      created_at: "2020-01-01T00:00:00Z",
      updated_at: "2024-01-01T00:00:00Z",
      badge_type_id: 0,
      profile_medium: "https://dgalywyr863hv.cloudfront.net/medium.jpg",
      profile: "https://dgalywyr863hv.cloudfront.net/large.jpg",
    } satisfies StravaProfile,
    user: {
      id: "227615",
      name,
      email: null,
      image: "https://dgalywyr863hv.cloudfront.net/large.jpg",
    },
  },
  threads: {
    token: { access_token: "access", user_id: 1784140579318 },
    profile: {
      id: "1784140579318",
      username: "tuser",
      threads_profile_picture_url: "https://scontent.cdninstagram.com/1.jpg",
    } satisfies ThreadsProfile,
    user: {
      id: "1784140579318",
      name: "tuser",
      email: null,
      image: "https://scontent.cdninstagram.com/1.jpg",
    },
  },
  tiktok: {
    token: {
      access_token: "access",
      expires_in: 86400,
      open_id: "723f24d7-e717-40f8-a2b6-cb8464cd23b4",
      refresh_expires_in: 31536000,
      refresh_token: "refresh",
      scope: "user.info.basic",
      token_type: "Bearer",
    },
    profile: {
      data: {
        user: {
          open_id: "723f24d7-e717-40f8-a2b6-cb8464cd23b4",
          avatar_url: "https://p16-sign-va.tiktokcdn.com/1.jpeg",
          display_name: name,
        },
      },
      error: { code: "ok", message: "", log_id: "20240101000000000000000000000001" },
    } satisfies TiktokProfile,
    user: {
      id: "723f24d7-e717-40f8-a2b6-cb8464cd23b4",
      name,
      email: null,
      image: "https://p16-sign-va.tiktokcdn.com/1.jpeg",
    },
  },
  todoist: {
    token: { access_token: "access", token_type: "Bearer" },
    profile: {
      id: "2671355",
      email,
      full_name: name,
      avatar_big: "https://dcff1xvirvpfp.cloudfront.net/1_big.jpg",
      avatar_medium: "https://dcff1xvirvpfp.cloudfront.net/1_medium.jpg",
      lang: "en",
      joined_at: "2020-01-01T00:00:00.000000Z",
      premium_status: "not_premium",
      tz_info: { timezone: "Europe/Berlin", gmt_string: "+01:00", hours: 1, minutes: 0 },
    } satisfies TodoistProfile,
    user: { id: "2671355", name, email, image: "https://dcff1xvirvpfp.cloudfront.net/1_big.jpg" },
  },
  trakt: {
    token: {
      access_token: "access",
      token_type: "bearer",
      expires_in: 7200,
      refresh_token: "refresh",
      scope: "public",
      created_at: issuedAt,
    },
    profile: {
      username: "tuser",
      private: false,
      name,
      vip: false,
      vip_ep: false,
      ids: { slug: "tuser", uuid: "b6589fc6ab0dc82cf12099d1c2d40ab994e8410c" },
      joined_at: "2020-01-01T00:00:00.000Z",
      location: null,
      about: null,
      gender: null,
      age: null,
      images: { avatar: { full: "https://walter.trakt.tv/images/users/1.jpg" } },
    } satisfies TraktUser,
    user: {
      id: "b6589fc6ab0dc82cf12099d1c2d40ab994e8410c",
      name,
      email: null,
      image: "https://walter.trakt.tv/images/users/1.jpg",
    },
  },
  twitch: {
    token: {
      access_token: "access",
      expires_in: 14124,
      refresh_token: "refresh",
      scope: ["openid", "user:read:email"],
      token_type: "bearer",
    },
    profile: {
      ...token,
      iss: "https://id.twitch.tv/oauth2",
      azp: "client",
      sub: "713936733",
      preferred_username: "tuser",
      email,
      picture: "https://static-cdn.jtvnw.net/jtv_user_pictures/1-profile_image-150x150.png",
    } satisfies TwitchProfile,
    user: {
      id: "713936733",
      name: "tuser",
      email,
      image: "https://static-cdn.jtvnw.net/jtv_user_pictures/1-profile_image-150x150.png",
    },
  },
  twitter: {
    token: {
      token_type: "bearer",
      expires_in: 7200,
      access_token: "access",
      scope: "users.read tweet.read offline.access",
      refresh_token: "refresh",
    },
    profile: {
      data: {
        id: "2244994945",
        name,
        username: "tuser",
        profile_image_url: "https://pbs.twimg.com/profile_images/1/1_normal.jpg",
      },
    } satisfies TwitterProfile,
    user: {
      id: "2244994945",
      name,
      email: null,
      image: "https://pbs.twimg.com/profile_images/1/1_normal.jpg",
    },
  },
  "united-effects": {
    profile: {
      sub: "a1b2c3d4-0000-4000-8000-000000000001",
      email,
      email_verified: true,
    } satisfies UnitedEffectsProfile,
    user: { id: "a1b2c3d4-0000-4000-8000-000000000001", name: null, email, image: null },
  },
  vipps: {
    profile: {
      sub: "c06c4afe-d9e1-4c5d-939a-177d752a0944",
      sid: "7d78a726-af92-499e-b857-de263ef9a969",
      name,
      given_name: "Test",
      family_name: "User",
      email,
      email_verified: true,
      phone_number: "4712345678",
    } satisfies VippsProfile,
    user: { id: "c06c4afe-d9e1-4c5d-939a-177d752a0944", name, email, image: null },
  },
  vk: {
    token: { access_token: "access", expires_in: 43200, user_id: 66748, email },
    profile: {
      response: [
        {
          id: 66748,
          first_name: "Test",
          last_name: "User",
          can_access_closed: true,
          is_closed: false,
          photo_100: "https://sun1-2.userapi.com/1.jpg?ava=1",
        },
      ] satisfies VkProfile[],
    },
    user: { id: "66748", name, email, image: "https://sun1-2.userapi.com/1.jpg?ava=1" },
  },
  webex: {
    token: {
      access_token: "access",
      expires_in: 1209600,
      refresh_token: "refresh",
      refresh_token_expires_in: 7776000,
      token_type: "Bearer",
    },
    profile: {
      id: "Y2lzY29zcGFyazovL3VzL1BFT1BMRS8x",
      emails: [email],
      displayName: name,
      nickName: "Test",
      firstName: "Test",
      lastName: "User",
      avatar: "https://avatar-prod-us-east-2.webexcontent.com/1~1600",
      orgId: "Y2lzY29zcGFyazovL3VzL09SRy8x",
      created: "2020-01-01T00:00:00.000Z",
      lastActivity: "2024-01-01T00:00:00.000Z",
      status: "active",
      type: "person",
    } satisfies WebexProfile,
    user: {
      id: "Y2lzY29zcGFyazovL3VzL1BFT1BMRS8x",
      name,
      email,
      image: "https://avatar-prod-us-east-2.webexcontent.com/1~1600",
    },
  },
  wechat: {
    token: {
      access_token: "access",
      expires_in: 7200,
      refresh_token: "refresh",
      openid: "oLVPpjqs9BhvzwPj5A-vTYAX3GLc",
      scope: "snsapi_userinfo",
      unionid: "o6_bmasdasdsad6_2sgVt7hMZOPfL",
    },
    profile: {
      openid: "oLVPpjqs9BhvzwPj5A-vTYAX3GLc",
      nickname: "tuser",
      sex: 0,
      province: "",
      city: "",
      country: "",
      headimgurl: "https://thirdwx.qlogo.cn/mmopen/1/132",
      privilege: [],
      unionid: "o6_bmasdasdsad6_2sgVt7hMZOPfL",
    } satisfies WeChatProfile,
    user: {
      id: "o6_bmasdasdsad6_2sgVt7hMZOPfL",
      name: "tuser",
      email: null,
      image: "https://thirdwx.qlogo.cn/mmopen/1/132",
    },
  },
  wikimedia: {
    token: {
      token_type: "Bearer",
      expires_in: 14400,
      access_token: "access",
      refresh_token: "refresh",
    },
    profile: {
      sub: "12345",
      username: "Tester",
      editcount: 1,
      confirmed_email: true,
      blocked: false,
      registered: "20200101000000",
      groups: ["*", "user"],
      rights: ["read", "edit"],
      grants: ["basic"],
      email,
      email_verified: true,
    } satisfies WikimediaProfile,
    user: { id: "12345", name: "Tester", email, image: null },
  },
  wordpress: {
    token: {
      access_token: "access",
      token_type: "bearer",
      blog_id: "0",
      blog_url: "https://wordpress.com",
      scope: "auth",
    },
    profile: {
      ID: 78972699,
      display_name: name,
      username: "tuser",
      email,
      primary_blog: 1,
      language: "en",
      token_site_id: null,
      avatar_URL: "https://0.gravatar.com/avatar/1?s=96",
      profile_URL: "https://gravatar.com/tuser",
      verified: true,
      email_verified: true,
      date: "2020-01-01T00:00:00+00:00",
      site_count: 1,
    } satisfies WordPressProfile,
    user: { id: "78972699", name, email, image: "https://0.gravatar.com/avatar/1?s=96" },
  },
  workos: {
    options: { connection: "conn_01E4ZCR3C56J083X43JQXF3JK5" },
    token: { access_token: "access", profile: { id: "prof_01DMC79VCBZ0NY2099737PSVF1" } },
    profile: {
      object: "profile",
      id: "prof_01DMC79VCBZ0NY2099737PSVF1",
      connection_id: "conn_01E4ZCR3C56J083X43JQXF3JK5",
      connection_type: "OktaSAML",
      organization_id: "org_01EHWNCE74X7JSDV0X3SZ3KJNY",
      email,
      first_name: "Test",
      last_name: "User",
      idp_id: "00u1a0ufowBJlzPlk357",
      groups: [],
      custom_attributes: {},
      raw_attributes: { picture },
    } satisfies WorkOSProfile,
    user: { id: "prof_01DMC79VCBZ0NY2099737PSVF1", name, email, image: picture },
  },
  yandex: {
    token: {
      token_type: "bearer",
      access_token: "access",
      expires_in: 31536000,
      refresh_token: "refresh",
      scope: "login:info login:email login:avatar",
    },
    profile: {
      id: "1000034426",
      login: "tuser",
      client_id: "client",
      psuid: "1.AAceCw.tbHgw5DtJ9_zeqPrk-Ba2w",
      first_name: "Test",
      last_name: "User",
      display_name: "tuser",
      real_name: name,
      sex: null,
      default_email: email,
      emails: [email],
      default_avatar_id: "131652443",
      is_avatar_empty: false,
    } satisfies YandexProfile,
    user: {
      id: "1000034426",
      name: "tuser",
      email,
      image: "https://avatars.yandex.net/get-yapic/131652443/islands-200",
    },
  },
  zitadel: {
    profile: {
      ...token,
      aud: ["client"],
      iss: "https://issuer.example",
      amr: ["pwd"],
      azp: "client",
      auth_time: issuedAt,
      sub: "77776025198584418",
      name,
      given_name: "Test",
      family_name: "User",
      preferred_username: "tuser@example.zitadel.cloud",
      email,
      email_verified: true,
      locale: "en",
    } satisfies ZitadelProfile,
    user: { id: "77776025198584418", name, email, image: null },
  },
  zoho: {
    token: {
      access_token: "access",
      refresh_token: "refresh",
      scope: "AaaServer.profile.Read",
      api_domain: "https://www.zohoapis.com",
      token_type: "Bearer",
      expires_in: 3600,
    },
    profile: {
      First_Name: "Test",
      Email: email,
      Last_Name: "User",
      Display_Name: "tuser",
      ZUID: 694640000,
    } satisfies ZohoProfile,
    user: { id: "694640000", name, email, image: null },
  },
  zoom: {
    token: {
      access_token: "access",
      token_type: "bearer",
      refresh_token: "refresh",
      expires_in: 3599,
      scope: "user:read:user",
      api_url: "https://api.zoom.us",
    },
    profile: {
      id: "KDcuGIm1QgePTO8WbOqwIQ",
      first_name: "Test",
      last_name: "User",
      display_name: name,
      email,
      type: 1,
      role_name: "Owner",
      pmi: 1234567890,
      use_pmi: false,
      timezone: "Europe/Berlin",
      verified: 1,
      created_at: "2020-01-01T00:00:00Z",
      last_login_time: "2024-01-01T00:00:00Z",
      pic_url: "https://us04web.zoom.us/p/1",
      jid: "kdcugim1qgepto8wboqwiq@xmpp.zoom.us",
      account_id: "account",
      language: "en-US",
      status: "active",
    } satisfies ZoomProfile,
    user: { id: "KDcuGIm1QgePTO8WbOqwIQ", name, email, image: "https://us04web.zoom.us/p/1" },
  },
};
