/** How a form is sent. */
export interface Form {
  /** "foreign": with the token of another browser. */
  readonly csrf: "own" | "none" | "foreign";
  readonly site: "same-origin" | "cross-site";
  /** The address of a redirect is asked for as JSON. */
  readonly asJson: boolean;
  readonly target: string | null;
}

/** One request that somebody makes. `pick` counts from the newest of what there is. */
export type Action =
  | { readonly do: "list" | "end-all"; readonly browser: number; readonly user: string }
  | { readonly do: "end" | "end-others"; readonly browser: number; readonly session: number }
  | { readonly do: "page"; readonly browser: number; readonly route: string }
  | { readonly do: "csrf" | "session"; readonly browser: number }
  | { readonly do: "update" | "sign-out"; readonly browser: number; readonly form: Form }
  | {
      readonly do: "credentials";
      readonly browser: number;
      readonly form: Form;
      readonly username: "ada" | "grace";
      readonly right: boolean;
    }
  | {
      readonly do: "begin";
      readonly browser: number;
      readonly form: Form;
      readonly provider: "hub" | "idp" | "credentials";
    }
  | { readonly do: "mail"; readonly browser: number; readonly form: Form; readonly address: string }
  | {
      readonly do: "return";
      readonly pick: number;
      readonly codeOf: number;
      readonly person: 0 | 1;
      readonly elsewhere: number;
      readonly fault: "none" | "denied" | "state" | "provider";
    }
  | { readonly do: "land"; readonly pick: number; readonly elsewhere: number }
  | {
      readonly do: "link";
      readonly pick: number;
      readonly elsewhere: number;
      readonly as: "GET" | "HEAD" | "prefetch";
    }
  | { readonly do: "press"; readonly pick: number; readonly elsewhere: number; readonly form: Form }
  | {
      readonly do: "code";
      readonly pick: number;
      readonly elsewhere: number;
      readonly form: Form;
      readonly right: boolean;
    }
  | {
      readonly do: "options";
      readonly browser: number;
      readonly action: "register" | "authenticate";
      readonly email: string | null;
    }
  | {
      readonly do: "passkey";
      readonly pick: number;
      readonly elsewhere: number;
      readonly form: Form;
      readonly device: 0 | 1;
      readonly which: number;
    };
