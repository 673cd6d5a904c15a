import { readAsked as readFields, type Asked as Fields } from "../visit/asked.js";

/** What `signIn` and `signOut` were asked for. */
export interface Asked extends Fields {
  readonly redirect: boolean;
}

export function readAsked(options: object | undefined): Asked {
  const { redirectTo, fields: all } = readFields(options);
  const { redirect, ...fields } = all;
  return {
    // Every value is a text by now, as a form can only say it.
    redirect: redirect !== "false",
    redirectTo,
    fields: options instanceof FormData ? withoutReacts(fields) : fields,
  };
}

/** React adds fields of its own to forms, which are nobody's credentials. */
function withoutReacts(fields: Fields["fields"]): Fields["fields"] {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => !name.startsWith("$ACTION_")),
  );
}
