const shortestSecret = 32;

interface Secrets {
  readonly secrets: readonly string[];
  /** Secrets of the session token alone, if it has its own. */
  readonly jwtSecrets: readonly string[];
}

/** The first secret that could be guessed, and why. Old secrets are accepted too, so all are checked. */
export function findWeakness({ secrets, jwtSecrets }: Secrets): string | undefined {
  const named = (text: string, secret: string) => {
    const weakness = weaknessOf(secret);
    return weakness === undefined ? [] : [`${text} ${weakness}`];
  };
  const [weakest] = [
    ...secrets.flatMap((secret, index) =>
      named(
        index === 0 ? "The secret" : `The older secret (number ${index + 1} of the list)`,
        secret,
      ),
    ),
    ...jwtSecrets.flatMap((secret) => named("A secret in `jwt.secret`", secret)),
  ];
  return weakest;
}

/** Placeholders that people copy from a README and mean to replace. */
const placeholder =
  /change[-_ ]?(?:me|this|it)|replace[-_ ]?(?:me|this|with)|your[-_ ](?:super[-_ ])?(?:secret|key)|placeholder|super[-_ ]?secret|not[-_ ]so[-_ ]secret|(?:generate|insert|put|paste)[-_ ]|\.\.\.$/i;

export function weaknessOf(secret: unknown): string | undefined {
  if (typeof secret !== "string") return "is no text";
  if (secret.trim().length < shortestSecret) return `is shorter than ${shortestSecret} characters`;
  if (new Set(secret).size < 8) return "is made of too few different characters";
  if (placeholder.test(secret)) return "is a placeholder that others use, too";
  return undefined;
}

/** Error messages about a weakness end with its code. */
export const withCode = (message: string, code: string): string => `${message} (${code})`;

export const isWeakness = ({ message }: Error): boolean => / \(weak-[\w-]+\)$/.test(message);
