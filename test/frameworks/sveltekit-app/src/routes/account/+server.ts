export const GET = () => new Response("inside");
