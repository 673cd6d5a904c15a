import type { HandlerDeps, Incoming } from "../core/engine/context.js";
import { assertLocal } from "../core/http/loopback.js";
import { json, type Outcome } from "../core/http/outcome.js";
import { notFound } from "../core/http/request-problem.js";
import { inEnglish } from "../core/language/in-english.js";
import { pageMessages } from "../pages/index.js";
import { examine } from "./examine.js";
import { html } from "../pages/html.js";
import { renderPage, type Page, type PageFrame } from "../pages/layout.js";
import type { Finding } from "../types/finding.js";

/** `GET doctor`, in development: what is wrong with the setup, as a page, or as JSON for scripts. */
export async function showFindings(
  { settings, config }: HandlerDeps,
  { site, headers, method, ip, peer }: Incoming,
): Promise<Outcome> {
  if (!config || method === "POST") throw notFound();
  assertLocal({ origin: site.origin, headers, ip, peer });
  const findings = await examine(config, {
    site,
    headers,
    defaultFlows: settings.defaultFlows,
  });
  const isOk = findings.every(({ level }) => level !== "error");
  if (!headers.get("accept")?.includes("text/html")) return json({ ok: isOk, findings });
  const page = await doctorPage({
    theme: settings.theme,
    messages: pageMessages(inEnglish),
    siteName: new URL(site.origin).host,
    findings,
  });
  return { kind: "html", status: 200, body: page.html, headers: page.headers };
}

interface DoctorPageProps extends PageFrame {
  readonly findings: readonly Finding[];
}

const marks = { ok: "✓ ok", warning: "! warning", error: "✗ error" } as const;
const order = { error: 0, warning: 1, ok: 2 } as const;

/** The doctor's findings, the worst first. For developers, so in English only. */
function doctorPage({ findings, ...frame }: DoctorPageProps): Promise<Page> {
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
