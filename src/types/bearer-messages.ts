/** The texts of the page that asks whether to sign in to an app. */
export interface BearerMessages {
  readonly title: string;
  /** With the app's name, and whose account it is. */
  readonly asks: (app: string, who: string) => string;
  readonly warning: string;
  readonly yes: string;
  readonly no: string;
  /** For a device without a browser, whose user types its code here. */
  readonly device: {
    readonly title: string;
    readonly intro: string;
    /** The label of the field. */
    readonly code: string;
    readonly next: string;
    readonly wrong: string;
    /** With the code. */
    readonly shows: (code: string) => string;
    /** With what is known about the device, such as its system and IP address. */
    readonly from: (device: string) => string;
    readonly warning: string;
    readonly done: string;
    readonly canceled: string;
  };
  /** Names of the events, for administrators. */
  readonly events: Readonly<Record<"bearer.approved" | "bearer.reused", string>>;
}
