/**
 * What a request comes to, as plain data. `respond()` alone makes a response of it. Names of headers
 * are in lower case.
 */
export type Outcome =
  | {
      readonly kind: "redirect";
      readonly to: string;
      /** Seconds to wait before the same is tried again. Programs are told, as `Retry-After`. */
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
      /** A file that never changes, for caches to keep for ever. */
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

/** Whether a value is an outcome, by its kind: plugins may be written in JavaScript. */
export function isOutcome(value: unknown): value is Outcome {
  return typeof value === "object" && value !== null && "kind" in value && kinds.has(value.kind);
}

export const redirectTo = (to: string) => ({ kind: "redirect", to }) as const;

export const json = (body: unknown, status = 200) => ({ kind: "json", status, body }) as const;
