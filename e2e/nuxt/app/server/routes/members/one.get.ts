export default defineEventHandler(() => "one");
