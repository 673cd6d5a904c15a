/** What people choose when they choose nothing. Digits and signs around it do not make it another one. */
const words = new Set(
  `password passwort motdepasse contrasena senha parola haslo wachtwoord
  passw pass passphrase letmein welcome willkommen bienvenue changeme changeit default
  admin administrator root user guest test testing tester demo login master access
  qwerty qwertz azerty qwert asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx wsxedc qweasd
  iloveyou ilovey loveyou lovely love princess sunshine monkey dragon shadow football baseball
  basketball soccer hockey superman batman spiderman starwars pokemon naruto
  michael jordan jennifer jessica ashley daniel charlie thomas nicole hannah
  summer winter spring autumn monday sunday january december
  hello hellothere helloworld secret mysecret topsecret trustno whatever computer internet
  google facebook samsung apple android microsoft windows
  freedom liverpool arsenal chelsea barcelona juventus cheese cookie chocolate banana
  correcthorsebatterystaple correct horse battery staple`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

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
 * Whether a password is among the first that anybody would try: a common word or one of these, over and
 * over or with digits around it, a row of the keyboard, a few characters again and again.
 */
export function isCommon(password: string, others: readonly string[]): boolean {
  const text = password.toLowerCase();
  if (new Set(text).size < 5 || runs.some((run) => run.includes(text))) return true;
  const known = new Set([...words, ...others.map((other) => lettersOf(other.toLowerCase()))]);
  return [text, spelled(text)].some((form) => {
    const core = lettersOf(unit(form));
    return core === "" || known.has(core) || known.has(lettersOf(unit(core)));
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
  for (let size = 1; size <= text.length / 2; size++) {
    const part = text.slice(0, size);
    if (part.repeat(Math.ceil(text.length / size)).slice(0, text.length) === text) return part;
  }
  return text;
}
