import { astroHost } from "../../test/frameworks/astro-app/host.ts";
import { frameworkSuite } from "../../test/frameworks/suite/index.ts";

await frameworkSuite([astroHost("Astro 6")]);
