import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";
import { readAnswer } from "./shared/read-answer.js";
import { bearerTokenSet } from "./shared/token-set.js";

/** A user, as returned by `GET /sns/userinfo`. It has no email address. */
export interface WeChatProfile {
  /** Id of the user for this application. */
  openid: string;
  nickname: string;
  sex: 0 | 1 | 2;
  province: string;
  city: string;
  country: string;
  headimgurl: string;
  privilege: string[];
  /** Id of the user for all applications of an Open Platform account; absent outside of one. */
  unionid?: string;
}

/** The options of this provider, in addition to the common ones. */
export interface WeChatOptions {
  /** Whether users sign in inside WeChat, or by scanning a code. @default "OfficialAccount" */
  platformType?: "OfficialAccount" | "WebsiteApp" | undefined;
}

const tokenUrl = "https://api.weixin.qq.com/sns/oauth2/access_token";
/** The refresh token is invalid, has expired, or was ended by a new password. */
const refusals = [40030, 42002, 42007];
const userinfoUrl = "https://api.weixin.qq.com/sns/userinfo";

const token: OAuth2Config<WeChatProfile>["token"] = {
  url: tokenUrl,
  async request({ params, provider, fetch }) {
    const url = new URL(provider.token?.url ?? tokenUrl);
    url.searchParams.set("appid", provider.clientId ?? "");
    url.searchParams.set("secret", provider.clientSecret ?? "");
    url.searchParams.set("code", params["code"] ?? "");
    url.searchParams.set("grant_type", "authorization_code");
    const answer = await readAnswer(await fetch(url, { headers: { accept: "application/json" } }));
    return { tokens: bearerTokenSet(answer, ["openid", "unionid"]) };
  },
  async refresh({ params, provider, fetch }) {
    const url = new URL("refresh_token", provider.token?.url ?? tokenUrl);
    url.search = new URLSearchParams({ appid: provider.clientId ?? "", ...params }).toString();
    const answer = await readAnswer(await fetch(url, { headers: { accept: "application/json" } }));
    if (refusals.includes(Number(answer["errcode"]))) return { error: "invalid_grant" };
    return { tokens: bearerTokenSet(answer, ["openid", "unionid"]) };
  },
};

const userinfo: OAuth2Config<WeChatProfile>["userinfo"] = {
  url: userinfoUrl,
  async request({ tokens, provider, fetch }) {
    const url = new URL(provider.userinfo?.url ?? userinfoUrl);
    url.searchParams.set("access_token", tokens.access_token ?? "");
    const openid = tokens["openid"];
    url.searchParams.set("openid", typeof openid === "string" ? openid : "");
    url.searchParams.set("lang", "zh_CN");
    return readAnswer(await fetch(url, { headers: { accept: "application/json" } }));
  },
};

/**
 * Signs users in with their WeChat account.
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
export default function WeChat<const Id extends IdOrProfile = "wechat">(
  options: OAuthUserConfig<WeChatProfile, Id> & WeChatOptions = {},
): OAuth2Config<WeChatProfile, IdOr<Id, "wechat">> {
  const website = options.platformType === "WebsiteApp";
  return {
    id: "wechat",
    name: "WeChat",
    ...oauth,
    authorization: {
      url: website
        ? "https://open.weixin.qq.com/connect/qrconnect"
        : "https://open.weixin.qq.com/connect/oauth2/authorize",
      params: { scope: website ? "snsapi_login" : "snsapi_userinfo" },
      request: ({ url, provider }) => inWeChatsOrder(url, provider.clientId),
    },
    token,
    userinfo,
    checks: ["state"],
    profile: (profile) => ({
      id: String(profile.unionid ?? profile.openid),
      name: profile.nickname,
      email: null,
      image: profile.headimgurl,
    }),
    style: {
      brandColor: "#07c160",
      mark: "M9 3c4 0 7 2.5 7 5.7s-3 5.8-7 5.8c-.8 0-1.5-.1-2.2-.3L3.5 16l.8-2.8C2.9 12.1 2 10.5 2 8.7 2 5.5 5 3 9 3zM17.3 9.5c2.7.8 4.7 2.8 4.7 5.2 0 1.6-.8 3-2 4l.5 2.3-2.6-1.3c-3.6 1-7.3-.6-8.3-3.4 4.5-.2 7.8-2.9 7.7-6.8z",
    },
    options,
  };
}

/** WeChat requires its own name for the client id, a fixed order of parameters, and a fragment. */
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
