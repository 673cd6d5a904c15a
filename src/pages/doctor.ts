import type { Finding } from "../types/finding.js";
import { html } from "./html.js";
import { renderPage } from "./layout.js";
import type { Page, PageFrame } from "./layout.js";

export interface DoctorPageProps extends PageFrame {
  readonly findings: readonly Finding[];
}

const marks = { ok: "✓ ok", warning: "! warning", error: "✗ error" } as const;
const order = { error: 0, warning: 1, ok: 2 } as const;

/** What the doctor found, the worst first. For developers, so that it is in English alone. */
export function doctorPage({ findings, ...frame }: DoctorPageProps): Promise<Page> {
  const sorted = [...findings].sort((a, b) => order[a.level] - order[b.level]);
  const wrong = findings.filter(({ level }) => level === "error").length;
  const title =
    wrong === 0
      ? "Sign-in is set up well"
      : `${wrong} ${wrong === 1 ? "thing is" : "things are"} wrong`;
  const body = html`<div class="intro">
      <h1>${title}</h1>
      <p>This page is shown during development only.</p>
    </div>
    ${sorted.map(
      ({ level, about, message, cure }) =>
        html`<section class="detail">
          <p><strong>${marks[level]} · ${about}</strong><br />${message}</p>
          ${cure !== undefined && html`<p><strong>${frame.messages.error.cure}</strong><br />${cure}</p>`}
        </section>`,
    )}`;
  return renderPage({ ...frame, title, kind: "doctor", body });
}
