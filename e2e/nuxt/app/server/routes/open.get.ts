export default defineEventHandler(() => "open");
