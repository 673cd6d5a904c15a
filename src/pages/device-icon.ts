import { html, type Html } from "./html.js";
import { icon } from "./icons.js";

const handheld = /^(?:iPhone|iPad|Android)$/;

/** A phone or a computer, by the system that `deviceWords` found. */
export const deviceIcon = (system: string | null): Html =>
  icon(
    handheld.test(system ?? "")
      ? html`<rect x="6.5" y="2.5" width="11" height="19" rx="2" /><path d="M11 18.5h2" />`
      : html`<rect x="2.5" y="4" width="19" height="13" rx="2" /><path d="M12 17v3.5M8 20.5h8" />`,
  );
