import { describe, expect, it } from "vitest";
import { cookieNamesOf, location } from "../support/client.js";
import { costOf } from "../support/clock.js";
import { adasForm, world } from "../support/config.js";
import { mailWorld } from "../support/mail-world.js";

const json = "application/json";
const form = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data; boundary=limit7";

describe("input that takes longer to read than it is worth", () => {
  const post = async (type: string, body: string) => {
    const browser = world("jwt").browser();
    const csrfToken = await browser.csrfToken();
    const headers = { "content-type": type };
    return browser.postBody("callback/credentials", body.replace("TOKEN", csrfToken), { headers });
  };
  const times = (count: number, one: (index: number) => string, separator: string) =>
    Array.from({ length: count }, (_, index) => one(index)).join(separator);
  const part = (name: string) =>
    `--limit7\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nx\r\n--limit7--\r\n`;

  it("an address of more than 64 KiB is a 414", async () => {
    const browser = world("jwt").browser();
    const response = await browser.get(`signin?a=${"x".repeat(64 * 1024)}`);
    expect([response.status, cookieNamesOf(response)]).toEqual([414, []]);
    expect((await browser.get(`signin?a=${"x".repeat(60 * 1024)}`)).status).toBe(200);
    const half = "x".repeat(33 * 1024);
    expect((await browser.get(`callback/${half}?a=${half}`)).status).toBe(414);
  });

  it("a form of more than 1,000 fields is a 400", async () => {
    const fields = (count: number) => `csrfToken=TOKEN&${times(count, (n) => `f${n}=`, "&")}`;
    expect((await post(form, fields(1000))).status).toBe(400);
    expect(location(await post(form, fields(999)))).toContain("CredentialsSignin");
  });

  it("JSON of more than 10,000 members, objects and lists is a 400", async () => {
    const members = (count: number) =>
      `{"csrfToken":"TOKEN","x":[${times(count, () => "{}", ",")}]}`;
    expect((await post(json, members(10_000))).status).toBe(400);
    expect(location(await post(json, members(9_990)))).toContain("CredentialsSignin");
    const texts = JSON.stringify({ csrfToken: "TOKEN", x: ":{[".repeat(20_000) });
    expect(location(await post(json, texts))).toContain("CredentialsSignin");
  });

  it("a part of a form with a head of more than 4 KiB is a 400", async () => {
    expect((await post(multipart, part("n".repeat(4096)))).status).toBe(400);
    expect(location(await post(multipart, part("n".repeat(4000))))).toContain("MissingCSRF");
  });

  it("a blank in a form is a blank, however it is written", async () => {
    const browser = world("jwt").browser();
    const csrfToken = await browser.csrfToken();
    const body = `csrfToken=${csrfToken}&username=ada&password=correct+horse%20battery`;
    const response = await browser.postBody("callback/credentials", body, {
      headers: { "content-type": form },
    });
    expect(location(response)).toBe("https://app.test");
  });

  it("a Cookie header of more than 256 KiB counts as none", async () => {
    const { browser } = world("jwt");
    const ours = browser();
    await ours.signIn(adasForm);
    ours.plant("other", "x".repeat(200 * 1024));
    expect(await ours.session()).not.toBeNull();
    ours.plant("more", "x".repeat(60 * 1024));
    expect(await ours.session()).toBeNull();
  });

  it("one parameter again and again is read in no time", async () => {
    const browser = world("jwt").browser();
    const route = `signin?${"a&".repeat(30_000)}`;
    expect(await costOf(() => browser.get(route))).toBeLessThan(500);
  });

  it("blanks inside of an address are judged in no time", async () => {
    const server = { host: "127.0.0.1", port: 9, ignoreTLS: true } as const;
    const browser = mailWorld({ server }).browser();
    const csrfToken = await browser.csrfToken();
    const email = `a${" ".repeat(500_000)}b@example.org`;
    const cost = await costOf(async () => {
      const response = await browser.postJson("signin/email", { csrfToken, email });
      expect(location(response)).toContain("EmailSignin");
    });
    expect(cost).toBeLessThan(1000);
  });
});
