// Loads the modules that are named, as a program would; prints those that can't be loaded, and why.
// Servers listen where nobody else does, and nothing is asked of the network.
import net from "node:net";
import { pathToFileURL } from "node:url";

const { listen } = net.Server.prototype;
net.Server.prototype.listen = function (...args) {
  const done = args.find((one) => typeof one === "function");
  return listen.call(this, { port: 0, host: "127.0.0.1" }, done);
};
globalThis.fetch = () => Promise.resolve(Response.json({}));

for (const file of process.argv.slice(2)) {
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    console.error(`${file}: ${error}`);
    process.exitCode = 1;
  }
}
process.exit();
