/**
 * Buttons wait while a form is on its way, so that nothing is sent twice; they work again when the person
 * comes back, or after ten seconds. A button that skips the browser's checks, since the password may be
 * empty, still has the address checked. A button beside a password shows it, until the form is sent, so that password
 * managers know it for one. Everything else works without it. No `<` or `>`: it stands in the page.
 */
export const busyScript =
  'addEventListener("submit",function(e){var b=e.submitter,a=e.target.elements.namedItem("email");' +
  "if(b&&b.formNoValidate&&a&&a.reportValidity&&!a.reportValidity())e.preventDefault();" +
  'document.querySelectorAll("[data-reveal]").forEach(function(r){t(r,false)});' +
  "setTimeout(function(){if(e.defaultPrevented)return;s(true);setTimeout(s,1e4,false)})});" +
  'addEventListener("pageshow",function(e){if(e.persisted)s(false)});' +
  'addEventListener("DOMContentLoaded",function(){document.querySelectorAll("[data-reveal]").forEach(function(r){r.hidden=false;' +
  'r.onclick=function(){t(r,r.getAttribute("aria-pressed")!="true")}})});' +
  'function t(r,w){r.setAttribute("aria-pressed",w);r.previousElementSibling.type=w?"text":"password"}' +
  'function s(w){document.querySelectorAll("button").forEach(function(b){b.disabled=w})}';

/** The CSP source (CSP 3, section 2.3.1) that allows exactly this script. */
export const busyScriptSource = "'sha256-crlxCjIgms/TVRdqFUUjs5yTCodbz68/L+3J4i07AvQ='";
