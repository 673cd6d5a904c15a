import type { NextConfig } from "next";

const config: NextConfig = {
  // The database driver is native code, which can't be bundled.
  serverExternalPackages: ["kysely", "libsql"],
  // This folder is a project of its own, although it lies inside another.
  turbopack: { root: import.meta.dirname },
};

export default config;
