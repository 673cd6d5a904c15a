import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const theirs = /^(?:astro|@nestjs\/[a-z-]+|hono|reflect-metadata|rxjs)(?:\/|$)/;

/** A plugin of Vite: whoever imports one of these frameworks gets the version that is installed here. */
export const previousMajors = {
  name: "previous-majors",
  enforce: "pre",
  async resolveId(source) {
    if (!theirs.test(source)) return null;
    const found = await this.resolve(source, `${here}package.json`, { skipSelf: true });
    if (found?.id.startsWith(`${here}node_modules/`)) return found;
    throw new Error(`${source} is not installed in ${here}.`);
  },
};
