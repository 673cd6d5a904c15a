import { commonPasswords } from "./common-passwords.js";

/** Common passwords that the ranking lacks: other languages, and words that a site like this one suggests. */
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
 * Whether a password is among the first an attacker would try: one of the 10,000 most common or one
 * of these, repeated or with digits around it, a keyboard row, or a few repeated characters.
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
  // Characters around a word stay: only digits between letters stand for letters.
  return text.replace(/(?<=\p{L})[0134575@$](?=\p{L})/gu, (sign) => standIns.get(sign) ?? sign);
}

/** Without digits, signs and spaces at both ends. */
function lettersOf(text: string): string {
  const letters = /\p{L}.*\p{L}/su.exec(text);
  return letters ? letters[0] : "";
}

/** The repeated part of a string; the string itself if nothing repeats. */
function unit(text: string): string {
  for (let size = 1; size < text.length; size++) {
    const part = text.slice(0, size);
    if (part.repeat(Math.ceil(text.length / size)).slice(0, text.length) === text) return part;
  }
  return text;
}

/** Decodes words, each with a capital that says how many characters it shares with the one before, A for none. */
function frontDecoded(coded: string): string[] {
  let word = "";
  return Array.from(coded.matchAll(/([A-Z])([^A-Z]*)/g), ([, shared = "A", rest = ""]) => {
    word = word.slice(0, shared.charCodeAt(0) - 65) + rest;
    return word;
  });
}
