import { commonPasswords } from "./common-passwords.js";

/** Words that the ranking of passwords lacks: other languages, and what a site like this one invites. */
const more =
  `motdepasse contrasena senha haslo wachtwoord passw passphrase willkommen bienvenue changeit
  administrator root login qwertz wsxedc hellothere helloworld mysecret topsecret
  correcthorsebatterystaple`.split(/\s+/);

const words: ReadonlySet<string> = new Set([...frontDecoded(commonPasswords), ...more]);

const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiopasdfghjklzxcvbnm",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
];
const runs = rows.flatMap((row) => [row, [...row].reverse().join("")]).map((row) => row.repeat(8));

/** Digits and signs that stand for letters. */
const standIns: ReadonlyMap<string, string> = new Map(
  Object.entries({ "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s" }),
);

/**
 * Whether a password is among the first that anybody would try: one of the 10,000 most common or one of these, over
 * and over or with digits around it, a row of the keyboard, a few characters again and again.
 */
export function isCommon(password: string, others: readonly string[]): boolean {
  const text = password.toLowerCase();
  if (new Set(text).size < 5 || runs.some((run) => run.includes(text))) return true;
  const known = new Set(others.map((other) => lettersOf(other.toLowerCase())));
  return [text, spelled(text)].some((form) => {
    const core = lettersOf(unit(form));
    if (core === "") return true;
    return [unit(form), core, lettersOf(unit(core))].some(
      (one) => known.has(one) || words.has(one),
    );
  });
}

function spelled(text: string): string {
  // What is around a word stays: only digits between letters stand for letters.
  return text.replace(/(?<=\p{L})[0134575@$](?=\p{L})/gu, (sign) => standIns.get(sign) ?? sign);
}

/** Without digits, signs and blanks at both ends. */
function lettersOf(text: string): string {
  const letters = /\p{L}.*\p{L}/su.exec(text);
  return letters ? letters[0] : "";
}

/** What a text repeats; the text itself where it repeats nothing. */
function unit(text: string): string {
  for (let size = 1; size < text.length; size++) {
    const part = text.slice(0, size);
    if (part.repeat(Math.ceil(text.length / size)).slice(0, text.length) === text) return part;
  }
  return text;
}

/** Words of which each begins with a capital that tells how much it shares with the one before, A for nothing. */
function frontDecoded(coded: string): string[] {
  let word = "";
  return Array.from(coded.matchAll(/([A-Z])([^A-Z]*)/g), ([, shared = "A", rest = ""]) => {
    word = word.slice(0, shared.charCodeAt(0) - 65) + rest;
    return word;
  });
}
