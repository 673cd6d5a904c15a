import { InvalidConfiguration, type AuthError } from "../errors.js";
import type { AuthConfig } from "../types/config.js";

interface Row {
  readonly option: string;
  readonly value: unknown;
  readonly most: number;
  readonly allowsZero?: boolean;
}

// Some three thousand years: what is later by so many seconds is still a date.
const mostSeconds = 1e11;
// A timer of more milliseconds rings at once.
const mostMilliseconds = 2 ** 31 - 1;

/** The numbers of a configuration, by the names of their options. */
function numbersOf({ session, jwt, timeout }: AuthConfig): readonly Row[] {
  return [
    { option: "session.maxAge", value: session?.maxAge, most: mostSeconds },
    { option: "session.updateAge", value: session?.updateAge, most: mostSeconds, allowsZero: true },
    { option: "session.maxCookieSize", value: session?.maxCookieSize, most: mostSeconds },
    { option: "jwt.maxAge", value: jwt?.maxAge, most: mostSeconds },
    { option: "timeout", value: timeout, most: mostMilliseconds },
  ];
}

/** The first number that is none: a text out of the environment, or what a calculation came to. */
export function findWrongNumber(config: AuthConfig): AuthError | undefined {
  const wrong = numbersOf(config).find((row) => row.value !== undefined && !isUsable(row));
  if (!wrong) return undefined;
  const { option, value, most, allowsZero } = wrong;
  const expected = allowsZero ? "0 or a number above it" : "a number above 0";
  return new InvalidConfiguration(
    `\`${option}\` must be ${expected}, and at most ${most}. It is ${described(value)}.`,
  );
}

function isUsable({ value, most, allowsZero = false }: Row): boolean {
  if (typeof value !== "number" || !(value <= most)) return false;
  return allowsZero ? value >= 0 : value > 0;
}

function described(value: unknown): string {
  if (typeof value === "string") return `the text ${JSON.stringify(value.slice(0, 20))}`;
  return typeof value === "number" ? String(value) : `of the type ${typeof value}`;
}
