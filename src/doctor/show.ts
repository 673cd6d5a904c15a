import type { HandlerDeps, Incoming } from "../core/engine/context.js";
import { assertLocal } from "../core/http/loopback.js";
import { json, type Outcome } from "../core/http/outcome.js";
import { notFound } from "../core/http/request-problem.js";
import { inEnglish } from "../core/language/in-english.js";
import { introHtml } from "../pages/blocks.js";
import { html } from "../pages/html.js";
import { pageMessages } from "../pages/index.js";
import { renderPage } from "../pages/layout.js";
import { examine } from "./examine.js";

/**
 * `GET doctor`, in development: what is wrong with the setup, as a page, or as JSON for scripts. For developers, so in
 * English only.
 */
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
  const wrong = findings.filter(({ level }) => level === "error").length;
  const title = isOk
    ? "Sign-in is set up well"
    : `${wrong} ${wrong === 1 ? "thing is" : "things are"} wrong`;
  const messages = pageMessages(inEnglish);
  const sorted = [...findings].sort((a, b) => order[a.level] - order[b.level]);
  const page = await renderPage({
    theme: settings.theme,
    messages,
    siteName: new URL(site.origin).host,
    title,
    kind: "doctor",
    body: html`${introHtml(title, "This page is shown during development only.")}
    ${sorted.map(
      ({ level, about, message, cure }) =>
        html`<section class="detail">
          <p><strong>${marks[level]} · ${about}</strong><br />${message}</p>
          ${cure !== undefined && html`<p><strong>${messages.error.cure}</strong><br />${cure}</p>`}
        </section>`,
    )}`,
  });
  return { kind: "html", status: 200, body: page.html, headers: page.headers };
}

const marks = { ok: "✓ ok", warning: "! warning", error: "✗ error" } as const;
/** The worst findings come first. */
const order = { error: 0, warning: 1, ok: 2 } as const;
