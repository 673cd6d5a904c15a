import type { IdOr } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { readAnswer } from "./shared/read-answer.js";
import { bearerTokenSet } from "./shared/token-set.js";

/** A person as `GET /sns/userinfo` shows them. It holds no e-mail address. */
export interface WeChatProfile {
  /** Id of the person for this application. */
  openid: string;
  nickname: string;
  sex: 0 | 1 | 2;
  province: string;
  city: string;
  country: string;
  headimgurl: string;
  privilege: string[];
  /** Id of the person for all applications of an Open Platform account; absent outside of one. */
  unionid?: string;
}

/** Options of this provider, besides the common ones. */
export interface WeChatOptions {
  /** Whether people sign in inside WeChat, or by scanning a code. @default "OfficialAccount" */
  platformType?: "OfficialAccount" | "WebsiteApp" | undefined;
}

const tokenUrl = "https://api.weixin.qq.com/sns/oauth2/access_token";
const userinfoUrl = "https://api.weixin.qq.com/sns/userinfo";

/**
 * Signs people in with their WeChat account.
 *
 * ```ts
 * import WeChat from "latchkey/providers/wechat";
 *
 * providers: [WeChat]; // with AUTH_WECHAT_ID and AUTH_WECHAT_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/wechat`
 *
 * @see https://developers.weixin.qq.com/doc/oplatform/en/Website_App/WeChat_Login/Wechat_Login.html
 */
export default function WeChat<const Id extends string = "wechat">(
  options: OAuthUserConfig<WeChatProfile, Id> & WeChatOptions = {},
): OAuth2Config<WeChatProfile, IdOr<Id, "wechat">> {
  const website = options.platformType === "WebsiteApp";
  return {
    id: "wechat",
    name: "WeChat",
    type: "oauth",
    authorization: {
      url: website
        ? "https://open.weixin.qq.com/connect/qrconnect"
        : "https://open.weixin.qq.com/connect/oauth2/authorize",
      params: { scope: website ? "snsapi_login" : "snsapi_userinfo" },
      request: ({ url, provider }) => inWeChatsOrder(url, provider.clientId),
    },
    token: {
      url: tokenUrl,
      async request({ params, provider, fetch }) {
        const url = new URL(provider.token?.url ?? tokenUrl);
        url.searchParams.set("appid", provider.clientId ?? "");
        url.searchParams.set("secret", provider.clientSecret ?? "");
        url.searchParams.set("code", params["code"] ?? "");
        url.searchParams.set("grant_type", "authorization_code");
        const answer = await readAnswer(
          await fetch(url, { headers: { accept: "application/json" } }),
        );
        return { tokens: bearerTokenSet(answer, ["openid", "unionid"]) };
      },
    },
    userinfo: {
      url: userinfoUrl,
      async request({ tokens, provider, fetch }) {
        const url = new URL(provider.userinfo?.url ?? userinfoUrl);
        url.searchParams.set("access_token", tokens.access_token ?? "");
        const openid = tokens["openid"];
        url.searchParams.set("openid", typeof openid === "string" ? openid : "");
        url.searchParams.set("lang", "zh_CN");
        return readAnswer(await fetch(url, { headers: { accept: "application/json" } }));
      },
    },
    checks: ["state"],
    profile: (profile) => ({
      id: String(profile.unionid ?? profile.openid),
      name: profile.nickname,
      email: null,
      image: profile.headimgurl,
    }),
    style: { brandColor: "#07c160" },
    options,
  };
}

/** WeChat wants its own name for the client id, a fixed order of parameters, and a fragment. */
function inWeChatsOrder(prepared: URL, appid: string | undefined): URL {
  const url = new URL(prepared);
  url.search = new URLSearchParams([
    ["appid", appid ?? ""],
    ...["redirect_uri", "response_type", "scope", "state"].flatMap((name): [string, string][] => {
      const value = prepared.searchParams.get(name);
      return value === null ? [] : [[name, value]];
    }),
  ]).toString();
  url.hash = "wechat_redirect";
  return url;
}
