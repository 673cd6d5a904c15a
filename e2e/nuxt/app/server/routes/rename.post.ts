export default defineEventHandler(async (event) => {
  const { name } = await readBody<{ name: string }>(event);
  return Response.json(await event.context.auth.update({ user: { name } }));
});
