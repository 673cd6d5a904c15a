import { createElement } from "react";
import { renderToReadableStream } from "react-dom/server";
import { ServerRouter, type ServerBuild } from "react-router";
import type { AppPlan } from "../suite/host.js";
import { modulesFor } from "./routes.js";

type Entry = ServerBuild["entry"]["module"];

/** What the compiler of React Router makes of an application, less what is for the browser. */
export function buildOf(plan: AppPlan, future: object): unknown {
  const modules = Object.entries(modulesFor(plan));
  const placeOf = (id: string) => ({ id, ...(id !== "root" && { path: id, parentId: "root" }) });
  const assetOf = (id: string, module: object) => ({
    ...placeOf(id),
    hasLoader: "loader" in module,
    module: "",
  });
  return {
    entry: { module: { default: render, handleError: () => undefined } satisfies Entry },
    routes: Object.fromEntries(modules.map(([id, module]) => [id, { ...placeOf(id), module }])),
    assets: {
      entry: { imports: [], module: "" },
      routes: Object.fromEntries(modules.map(([id, module]) => [id, assetOf(id, module)])),
      url: "",
      version: "1",
    },
    publicPath: "/",
    assetsBuildDirectory: "",
    future,
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
  };
}

const render: Entry["default"] = async (request, status, headers, context) => {
  headers.set("content-type", "text/html");
  const page = createElement(ServerRouter, { context, url: request.url });
  return new Response(await renderToReadableStream(page), { status, headers });
};
