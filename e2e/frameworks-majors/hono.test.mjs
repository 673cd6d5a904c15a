import { honoHost } from "../../test/frameworks/hono-app/host.ts";
import { frameworkSuite } from "../../test/frameworks/suite/index.ts";

await frameworkSuite([honoHost("Hono 3")]);
