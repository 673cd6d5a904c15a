/** A failure of the protocol with what to do about it. */
export class Explained extends Error {
  constructor(advice: string, error: Error) {
    super(advice, { cause: error });
  }
}

/** An answer of the provider's that is of no use. */
export class Unusable extends Error {
  readonly response: Response;

  constructor(message: string, response: Response) {
    super(message);
    this.response = response;
  }
}

const longestShown = 200;

/** A text of the provider's, for the log. */
export function shown(text: string): string {
  return JSON.stringify(text.slice(0, longestShown));
}
