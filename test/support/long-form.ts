/** `npm run test:long` tries more of the same: more sequences, more requests, every look. */
export const isLong = process.env["LONG_FORM"] === "true";
