export default defineEventHandler(async ({ context: { auth } }) =>
  Response.json(await auth.requireFresh({ within: 60 })),
);
