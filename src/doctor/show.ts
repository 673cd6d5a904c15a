import type { HandlerDeps, Incoming } from "../engine/context.js";
import { json, type Outcome } from "../http/outcome.js";
import { assertLocal } from "../http/loopback.js";
import { notFound } from "../http/problem.js";
import { doctorPage } from "../pages/doctor.js";
import { inEnglish } from "../languages/in-english.js";
import { pageMessages } from "../pages/index.js";
import { examine } from "./examine.js";

/** `GET doctor`, during development: what is wrong with the set-up, as a page, or as JSON for programs. */
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
