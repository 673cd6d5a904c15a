/** A protocol failure, with what to do about it. */
export class Explained extends Error {
  constructor(advice: string, error: Error) {
    super(advice, { cause: error });
  }
}

/** An unusable response of the provider. */
export class Unusable extends Error {
  readonly response: Response;

  constructor(message: string, response: Response) {
    super(message);
    this.response = response;
  }
}

const longestShown = 200;

/** A provider's text, for the log. */
export function shown(text: string): string {
  return JSON.stringify(text.slice(0, longestShown));
}
