import { app } from "./server.js";

app.listen(3000, () => console.log("The server of the program is at http://localhost:3000"));
