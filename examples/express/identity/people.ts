/** Someone with an account at Local Identity. */
export interface IdentityPerson {
  /** Never changes: by this the demo knows them again. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** What the API tells. */
  readonly plans: readonly string[];
  /** What the login page says about them. */
  readonly about: string;
}

export const identityPeople: readonly IdentityPerson[] = [
  {
    id: "dee",
    name: "Dee Fictional",
    email: "dee@example.net",
    plans: ["Water the ferns", "Tea with Eli"],
    about: "New to the demo: an account is made.",
  },
  {
    id: "eli",
    name: "Eli Imaginary",
    email: "eli@example.net",
    plans: ["Tea with Dee"],
    about: "Another newcomer.",
  },
  {
    id: "ada",
    name: "Ada Example",
    email: "ada@example.com",
    plans: ["Write about engines"],
    about: "Has a password at the demo, which asks whether to link it.",
  },
];
