export const cookie = { name: "next-auth.session-token", value: "…", domain: "localhost" };
