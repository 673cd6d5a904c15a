/** A user to sign in as. Further members are claims of the ID token. */
export interface SamplePerson {
  /** Identifies the user, so it never changes. */
  readonly sub: string;
  readonly name: string;
  readonly email: string;
  readonly email_verified?: boolean;
  readonly picture?: string;
  readonly [claim: string]: unknown;
}

export const samplePeople: readonly SamplePerson[] = [
  { sub: "dev-ada", name: "Ada Example", email: "ada@example.com", email_verified: true },
  { sub: "dev-bo", name: "Bo Example", email: "bo@example.com", email_verified: true },
  { sub: "dev-cy", name: "Cy Unproven", email: "cy@example.com", email_verified: false },
];
