import { isRecord } from "../values/json.js";

/**
 * The response to a request, as plain data. Only `respond()` turns it into a `Response`. Header names are
 * lower case.
 */
export type Outcome =
  | {
      readonly kind: "redirect";
      readonly to: string;
      /** Seconds to wait before retrying. Scripts get it as `Retry-After`. */
      readonly retryAfter?: number | undefined;
    }
  | {
      readonly kind: "json";
      readonly status: number;
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: "html";
      readonly status: number;
      readonly body: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  | {
      /** A file that never changes, for caches to keep forever. */
      readonly kind: "asset";
      readonly status: 200;
      readonly body: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: "empty";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
    };

const kinds: ReadonlySet<unknown> = /* @__PURE__ */ new Set([
  "redirect",
  "json",
  "html",
  "asset",
  "empty",
]);

/** Whether a value is an outcome: plugins may be written in JavaScript. */
export function isOutcome(value: unknown): value is Outcome {
  return isRecord(value) && kinds.has(value["kind"]);
}

export const redirectTo = (to: string) => ({ kind: "redirect", to }) as const;

export const json = (body: unknown, status = 200) => ({ kind: "json", status, body }) as const;
