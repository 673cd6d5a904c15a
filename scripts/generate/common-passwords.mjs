// Writes src/flows/password/common-passwords.ts: the 10,000 most common passwords, as the sign-up refuses them.
// Run it after an update of the package that ranks them; the file is committed.
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";

const most = 10_000;
/** Shorter ones occur in too many good passwords. */
const shortest = 4;

const { dictionary } = createRequire(new URL("../../tools/", import.meta.url))(
  "@zxcvbn-ts/language-common",
);
const ranked = dictionary["passwords-common"].slice(0, most);

/**
 * In the form that `isCommon` looks up: digits and signs at both ends are dropped, and passwords of
 * digits alone are always refused.
 */
function formOf(password) {
  const text = password.toLowerCase();
  const core = /\p{L}.*\p{L}/su.exec(text)?.[0] ?? "";
  if (core === "") return "";
  return core.length >= shortest ? core : text;
}

const forms = [...new Set(ranked.map(formOf))]
  .filter((form) => form.length >= shortest && /^[!-@[-~]+$/.test(form))
  .sort();

/**
 * Each word is encoded as the number of characters it shares with the previous one (A for none),
 * and the rest.
 */
function frontCoded(words) {
  let before = "";
  return words
    .map((word) => {
      let shared = 0;
      while (shared < 25 && shared < before.length && word[shared] === before[shared]) shared += 1;
      before = word;
      return String.fromCharCode(65 + shared) + word.slice(shared);
    })
    .join("");
}

const coded = frontCoded(forms);
const file = new URL("../../src/flows/password/common-passwords.ts", import.meta.url);
await writeFile(
  file,
  `// Made by scripts/generate/common-passwords.mjs from the ranking of @zxcvbn-ts/language-common (MIT License, Copyright (c)
// 2012-2016 Dan Wheeler and Dropbox, Inc., Copyright (c) 2021 @zxcvbn-ts). Sorted; a capital tells how many
// characters a word shares with the one before it, A for none.
export const commonPasswords =
  ${JSON.stringify(coded)};
`,
);
process.stdout.write(`${forms.length} words in ${coded.length} characters\n`);
