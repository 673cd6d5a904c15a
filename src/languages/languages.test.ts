import { describe, expect, it } from "vitest";
import { shipped } from "../core/language/check.js";
import { negotiate } from "../core/language/choose.js";
import { replaceTexts } from "../core/language/choose.js";
import { inEnglish } from "../core/language/in-english.js";
import { directionOf, nearest } from "../core/language/tags.js";
import { mailMessages } from "../flows/mail/mail-messages.js";
import { noticeTexts } from "../flows/mail/notice.js";
import { passwordNotices } from "../flows/password/notices.js";
import { passwordMails } from "../flows/password/request-proof.js";
import { passwordTexts } from "../flows/password/texts.js";
import { english as pages } from "../pages/english.js";
import { guestTexts } from "../flows/guest/texts.js";
import { accountTexts } from "../plugins/account-page/texts.js";
import { changeEmailTexts } from "../plugins/change-email/texts.js";
import { adminTexts } from "../plugins/admin/texts.js";
import { apiKeyTexts } from "../plugins/api-keys/texts.js";
import { bearerTexts } from "../plugins/bearer/texts.js";
import { twoFactorNotices } from "../plugins/two-factor/set-up.js";
import { twoFactorTexts } from "../plugins/two-factor/texts.js";
import type { Texts } from "../types/language.js";
import * as doors from "./index.js";

const { lang: _lang, dir: _dir, ...email } = mailMessages(inEnglish);

/** Each part of the library brings its own. */
const english: Texts = {
  pages,
  email,
  notices: noticeTexts,
  password: { ...passwordTexts, ...passwordMails, ...passwordNotices },
  guest: guestTexts,
  "account-page": accountTexts,
  "change-email": changeEmailTexts,
  "api-keys": apiKeyTexts,
  admin: adminTexts,
  bearer: bearerTexts,
  "two-factor": { ...twoFactorTexts, ...twoFactorNotices },
};

const builtIn = ["en", ...Object.values(doors).map(({ tag }) => tag)];

/** A text by its path; one with values is said with marks in their place. */
function texts(value: unknown, path = ""): readonly (readonly [path: string, text: string])[] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function") {
    return [[`${path}()`, String(Reflect.apply(value, undefined, said(path)))]];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => texts(part, `${path}.${name}`));
}

const takesNumber = /\.(?:hint|tooShort|expires|remember|rememberHours|left)$/;
const takesTwo = /\.(?:question\.intro|devices\.name|bearer\.asks)$/;
const said = (path: string): readonly (string | number)[] => {
  if (takesNumber.test(path)) return [45];
  return takesTwo.test(path) ? ["VALUE", "OTHER"] : ["VALUE"];
};

const paths = (language: Texts): readonly string[] => texts(language).map(([path]) => path);

/** Addresses look the same everywhere, and some texts are the same word. */
const sameEverywhere = new Set([
  ".account-page.profile.name",
  ".pages.signIn.emailPlaceholder",
  ".password.emailPlaceholder",
]);

describe.each(Object.entries(doors))("the texts of %s", (name, { tag, ...language }) => {
  it("are all there, and no other", () => {
    expect(paths(language).toSorted()).toEqual(paths(english).toSorted());
  });

  it("are translated: none is empty or still in English", () => {
    const inEnglish = new Map(texts(english));
    const left = texts(language).filter(
      ([path, text]) =>
        text.trim() === "" || (inEnglish.get(path) === text && !sameEverywhere.has(path)),
    );
    expect(left).toEqual([]);
  });

  it("use the values they are given", () => {
    const calls = texts(language).filter(([path]) => path.endsWith("()"));
    const without = calls.filter(
      ([path, text]) => !said(path.slice(0, -2)).every((value) => text.includes(String(value))),
    );
    expect(calls.length).toBe(texts(english).filter(([path]) => path.endsWith("()")).length);
    expect(without).toEqual([]);
  });

  it("say how long in words of the language", () => {
    const { expires } = language.email;
    const said = [1, 2, 15, 60, 90, 1440, 2880].map(expires);
    expect(new Set(said).size).toBe(said.length);
    expect(said.join(" ")).not.toMatch(/hour|\bdays?\b/i);
  });

  it("count days, hours and codes with the words for one, two, a few and many", () => {
    const { remember, rememberHours, settings } = language["two-factor"];
    for (const say of [remember, rememberHours, settings.left]) {
      const said = [1, 2, 3, 11, 100].map(say);
      expect(new Set(said).size).toBe(said.length);
    }
  });

  it("have a tag that everybody writes alike, and the name that is told to whoever writes the tag", () => {
    expect(Intl.getCanonicalLocales(tag)).toEqual([tag]);
    expect(shipped[tag]).toBe(name);
    expect(Object.keys(shipped)).toHaveLength(Object.keys(doors).length);
    expect(directionOf(tag)).toBe(name === "arabic" ? "rtl" : "ltr");
  });
});

describe("the language that a browser asks for", () => {
  it.each([
    ["de", "de"],
    ["de-AT, en;q=0.5", "de"],
    ["nl, fr;q=0.8, en;q=0.3", "fr"],
    ["en;q=0.3, fr;q=0.8", "fr"],
    ["en, de", "en"],
    ["de;q=0, es", "es"],
    ["de;q=2, es;q=0.1", "es"],
    ["DE-ch", "de"],
    ["pt-BR,pt;q=0.9", "pt"],
    ["zh", "zh-Hans"],
    ["zh-CN", "zh-Hans"],
    ["zh-Hans-SG", "zh-Hans"],
    ["zh-TW, ja;q=0.5", "ja"],
    ["zh-Hant-HK", undefined],
    ["*", undefined],
    ["nl", undefined],
    ["", undefined],
    [null, undefined],
    [";;;,,,q=", undefined],
    ["de".repeat(5000), undefined],
    [`${"xx,".repeat(500)}de`, undefined],
    ["__proto__, constructor, de", "de"],
  ])("%j is answered in %j", (header, tag) => {
    expect(negotiate(header, builtIn)).toBe(tag);
  });

  it("a language of the application comes before the wider one", () => {
    const available = [...builtIn, "pt-PT", "it", "zh-Hant"];
    expect(nearest("zh-TW", available)).toBe("zh-Hant");
    expect(nearest("zh-CN", available)).toBe("zh-Hans");
    expect(nearest("pt-PT", available)).toBe("pt-PT");
    expect(nearest("pt_pt", available)).toBe("pt-PT");
    expect(nearest("pt-BR", available)).toBe("pt");
    expect(nearest("it-CH", available)).toBe("it");
  });
});

describe("texts of an application", () => {
  it("stand in for those they are meant for, and lists of them may grow", () => {
    const texts = { title: "a", deep: { one: "b", two: "c" }, say: (who: string) => who };
    const say = () => "else";
    expect(replaceTexts(texts, { title: "A", deep: { two: "C", three: "D" }, say })).toEqual({
      title: "A",
      deep: { one: "b", two: "C", three: "D" },
      say,
    });
  });

  it.each([
    ["a text for a function", { say: "text" }],
    ["a number for a text", { title: 1 }],
    ["a text for several", { deep: "text" }],
    ["null", { title: null, deep: null, say: null }],
    ["nothing", { title: undefined }],
    ["a list", { deep: ["text"] }],
  ])("of the wrong kind are not used: %s", (_, others) => {
    const texts = { title: "a", deep: { one: "b" }, say: (who: string) => who };
    expect(replaceTexts(texts, others)).toEqual(texts);
  });
});
