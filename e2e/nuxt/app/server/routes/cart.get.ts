export default defineEventHandler(() => "cart");
