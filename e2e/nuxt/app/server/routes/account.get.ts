export default defineEventHandler(() => "inside");
