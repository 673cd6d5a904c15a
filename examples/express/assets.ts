import { Router, type Response } from "express";
import { stylesheet } from "./styles.js";
import { theme } from "./theme.js";

const key = `<rect width="32" height="32" rx="8" fill="${theme.brandColor}"/><g fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round"><circle cx="12" cy="12" r="4.5"/><path d="m15.3 15.3 8.2 8.2m-4.2-.2 2.6-2.6"/></g>`;
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${key}</svg>`;
const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40" viewBox="0 0 160 32"><style>text{font:600 13.5px system-ui,sans-serif;fill:#16191f}@media (prefers-color-scheme:dark){text{fill:#eef0f4}}</style>${key}<text x="42" y="20.5">${theme.name}</text></svg>`;

/** The stylesheet and the pictures. The built-in pages bring their own styles and show the logo. */
export function assets(): Router {
  const router = Router();
  router.get("/styles.css", (_req, res) => {
    res.set("Cache-Control", "no-cache").type("css").send(stylesheet);
  });
  router.get(["/icon.svg", "/favicon.ico"], (_req, res) => sendPicture(res, icon));
  router.get("/logo.svg", (_req, res) => sendPicture(res, logo));
  return router;
}

function sendPicture(res: Response, svg: string): void {
  res.set("Cache-Control", "public, max-age=3600").type("image/svg+xml").send(svg);
}
