import { describe, expect, it } from "vitest";
import { toHex, utf8 } from "./encoding.js";
import { nodeScrypt } from "./node-scrypt.js";
import { portableScrypt } from "./portable-scrypt.js";

const ours = nodeScrypt();
const implementations = { portable: portableScrypt, ...(ours && { node: ours }) };

/** Of RFC 7914, section 12. */
const vectors = [
  {
    cost: { ln: 4, r: 1, p: 1 },
    password: "",
    salt: "",
    key: "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906",
  },
  {
    cost: { ln: 10, r: 8, p: 16 },
    password: "password",
    salt: "NaCl",
    key: "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640",
  },
  {
    cost: { ln: 14, r: 8, p: 1 },
    password: "pleaseletmein",
    salt: "SodiumChloride",
    key: "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887",
  },
];

describe.each(Object.entries(implementations))("scrypt, %s", (_, scrypt) => {
  it.each(vectors)("gives what RFC 7914 says for $cost", async ({ cost, password, salt, key }) => {
    const made = await scrypt(utf8(password), utf8(salt), { ...cost, length: 64 });
    expect(toHex(made)).toBe(key);
  });
});

it("the portable one lets others work meanwhile", async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  await portableScrypt(utf8("password"), utf8("salt"), { ln: 14, r: 8, p: 1, length: 32 });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
});
