const none = () => new Response("There is nothing.", { status: 404 });

export const GET = none;
export const POST = none;
