export const GET = () => new Response("one");
