import { adapter, app } from "./app.js";

await adapter.migrate();
app.listen(3000, () => console.log("http://localhost:3000/auth/signin"));
