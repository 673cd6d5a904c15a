/** @type {import("next").NextConfig} */
export default { outputFileTracingRoot: import.meta.dirname, eslint: { ignoreDuringBuilds: true } };
