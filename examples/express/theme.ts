/** The look of the built-in pages. The demo's own pages use the same color. */
export const theme = { name: "Latchkey demo", brandColor: "#0f6b63", logo: "/logo.svg" } as const;
