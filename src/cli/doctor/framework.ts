import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Finding } from "../../types/finding.js";
import type { Project } from "../project.js";

const about = "framework";

/** Whether the files around the configuration are as the framework wants them. */
export async function examineFramework(project: Project): Promise<Finding[]> {
  if (project.packages.has("next")) return nextFindings(project);
  if (project.packages.has("express")) return [moduleFinding(project)];
  return [];
}

async function nextFindings(project: Project): Promise<Finding[]> {
  const folders = ["app/api/auth", "src/app/api/auth", "pages/api/auth", "src/pages/api/auth"];
  const files = (await Promise.all(folders.map((folder) => filesIn(project, folder)))).flat();
  const isRoute = files.some((file) => /\[\.\.\.\w+\](?:\/route)?\.[cm]?[jt]sx?$/.test(file));
  if (isRoute) return [{ level: "ok", about, message: "Next.js has a route for /api/auth." }];
  return [
    {
      level: "error",
      about,
      message: "Next.js has no route for /api/auth, so that sign-in is a 404.",
      cure: "Write app/api/auth/[...nextauth]/route.ts: `export const { GET, POST } = handlers;`, or run `npx latchkey init`.",
    },
  ];
}

async function filesIn({ folder }: Project, path: string): Promise<string[]> {
  const entries = await readdir(join(folder, path), { recursive: true }).catch(() => []);
  return entries.map((file) => `${path}/${file.replaceAll("\\", "/")}`);
}

function moduleFinding({ isModule }: Project): Finding {
  if (isModule) return { level: "ok", about, message: "Express, with modules." };
  return {
    level: "warning",
    about,
    message: 'package.json has no "type": "module".',
    cure: 'Latchkey is ESM: set "type": "module", or name the files that import it .mjs or .mts.',
  };
}
