export const GET = () => new Response("cart");
