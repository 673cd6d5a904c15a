import { nestHosts } from "../../test/frameworks/nest-app/host.ts";
import { frameworkSuite } from "../../test/frameworks/suite/index.ts";

await frameworkSuite(nestHosts("Nest 11"));
