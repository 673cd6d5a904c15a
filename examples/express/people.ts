/** Someone who can sign in. The passwords are shown on the landing page: they are no secret. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** What the landing page says about them. */
  readonly about: string;
  /** Proves who they are, and is turned away by the `signIn` callback. */
  readonly locked?: true;
}

export const people = [
  {
    name: "Ada Example",
    email: "ada@example.com",
    password: "ada-likes-green-tea",
    about: "Signs in, sees everything, and manages the others.",
  },
  {
    name: "Ben Sample",
    email: "ben@example.com",
    password: "ben-likes-plum-jam",
    about: "Another person, another session.",
  },
  {
    name: "Cy Placeholder",
    email: "cy@example.com",
    password: "cy-likes-summer-rain",
    about: "Right password, but not let in: shows the error page.",
    locked: true,
  },
] as const satisfies readonly Person[];

/** Manages the others at /auth/admin. */
export const [administrator] = people;

/** "Ada Example" -> "ada", for addresses. */
export function slugOf(name: string): string {
  return name.split(" ", 1).join("").toLowerCase();
}
