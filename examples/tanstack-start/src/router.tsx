import { createRouter } from "@tanstack/react-router";
import { routeTree } from "./routeTree.gen.js";

export const getRouter = () => createRouter({ routeTree });
