import { describe, expect, it } from "vitest";
import { toHex, utf8 } from "./encoding.js";
import { nodeScrypt } from "./node-scrypt.js";
import { portableScrypt } from "./portable-scrypt.js";

const ours = nodeScrypt();
const implementations = { portable: portableScrypt, ...(ours && { node: ours }) };

describe.each(Object.entries(implementations))("scrypt, %s", (_, scrypt) => {
  it("gives what RFC 7914, section 12 says", async () => {
    const key = await scrypt(utf8("password"), utf8("NaCl"), { ln: 10, r: 8, p: 16, length: 64 });
    expect(toHex(key)).toBe(
      "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162" +
        "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640",
    );
  });

  it("gives what RFC 7914, section 12 says with p = 1", async () => {
    const salt = utf8("SodiumChloride");
    const key = await scrypt(utf8("pleaseletmein"), salt, { ln: 14, r: 8, p: 1, length: 64 });
    expect(toHex(key)).toBe(
      "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2" +
        "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887",
    );
  });
});

it("the portable one lets others work meanwhile", async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  await portableScrypt(utf8("password"), utf8("salt"), { ln: 14, r: 8, p: 1, length: 32 });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
});
