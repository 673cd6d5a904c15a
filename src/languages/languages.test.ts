import { describe, expect, it } from "vitest";
import type { BuiltInLanguage, Messages } from "../types/messages.js";
import { load as loadCommon } from "./load.js";
import { loadRare } from "./load-rare.js";
import { negotiate } from "./negotiate.js";
import { replaceTexts } from "./replace.js";
import { builtIn, directionOf, nearest } from "./tags.js";

/** All of a language, loaded or not. */
const load = async (tag: BuiltInLanguage): Promise<Messages> => ({
  ...(await loadCommon[tag]()),
  account: await loadRare.account[tag](),
  secondStep: await loadRare.secondStep[tag](),
  notices: await loadRare.notices[tag](),
});

const english = await load("en");

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
const takesTwo = /\.(?:question\.intro|devices\.name)$/;
const said = (path: string): readonly (string | number)[] => {
  if (takesNumber.test(path)) return [45];
  return takesTwo.test(path) ? ["VALUE", "OTHER"] : ["VALUE"];
};

const paths = (messages: Messages): readonly string[] => texts(messages).map(([path]) => path);

/** Addresses look the same everywhere, and some texts are the same word. */
const sameEverywhere = new Set([".dir", ".signIn.emailPlaceholder", ".password.emailPlaceholder"]);

const others = builtIn.filter((tag) => tag !== "en");

describe.each(others)("the texts in %s", (tag) => {
  it("are all there, and no other", async () => {
    expect(paths(await load(tag)).toSorted()).toEqual(paths(english).toSorted());
  });

  it("are translated: none is empty or still in English", async () => {
    const inEnglish = new Map(texts(english));
    const left = texts(await load(tag)).filter(
      ([path, text]) =>
        text.trim() === "" || (inEnglish.get(path) === text && !sameEverywhere.has(path)),
    );
    expect(left).toEqual([]);
  });

  it("use the values they are given", async () => {
    const calls = texts(await load(tag)).filter(([path]) => path.endsWith("()"));
    const without = calls.filter(
      ([path, text]) => !said(path.slice(0, -2)).every((value) => text.includes(String(value))),
    );
    expect(calls.length).toBe(texts(english).filter(([path]) => path.endsWith("()")).length);
    expect(without).toEqual([]);
  });

  it("say how long in words of the language", async () => {
    const { expires } = (await load(tag)).mails.signIn;
    const said = [1, 2, 15, 60, 90, 1440, 2880].map(expires);
    expect(new Set(said).size).toBe(said.length);
    expect(said.join(" ")).not.toMatch(/hour|\bdays?\b/i);
  });

  it("count days, hours and codes with the words for one, two, a few and many", async () => {
    const { remember, rememberHours, settings } = (await load(tag)).secondStep;
    for (const say of [remember, rememberHours, settings.left]) {
      const said = [1, 2, 3, 11, 100].map(say);
      expect(new Set(said).size).toBe(said.length);
    }
  });

  it("have a language and a direction", async () => {
    const { lang, dir } = await load(tag);
    expect(lang.startsWith(tag)).toBe(true);
    expect(dir).toBe(directionOf(tag));
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
    ["zh-CN", "zh"],
    ["zh-Hans-SG", "zh"],
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
    const available = [...builtIn, "pt-PT", "it"];
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
