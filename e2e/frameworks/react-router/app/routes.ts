import { index, route, type RouteConfig } from "@react-router/dev/routes";

export default [
  route("auth/*", "routes/auth.ts"),
  index("routes/home.tsx"),
  route("account", "routes/account.tsx"),
  route("leave", "routes/leave.ts"),
  route("client", "routes/client.tsx"),
] satisfies RouteConfig;
