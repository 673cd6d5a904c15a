import { Outlet, Scripts } from "react-router";
import * as auth from "./auth.server.js";

export const middleware = [auth.middleware];

export default function Root() {
  return (
    <html lang="en">
      <head>
        <title>Latchkey with React Router</title>
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  );
}
