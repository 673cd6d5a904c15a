// The load generator, in a process of its own: URL, Cookie header, connections, requests.
import autocannon from "autocannon";

const [url, cookie, connections, amount] = process.argv.slice(2);
const options = {
  url,
  headers: { cookie },
  connections: Number(connections),
  amount: Number(amount),
  timeout: 60,
};

// Its own duration ends with a tick of its clock, up to a second after the last response.
let [first, last] = [0, 0];
const result = await new Promise((resolve, reject) => {
  const instance = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)));
  first = performance.now();
  instance.on("response", () => {
    last = performance.now();
  });
});
const { non2xx, errors, requests } = result;
const seconds = (last - first) / 1000;
process.stdout.write(JSON.stringify({ failed: non2xx + errors, total: requests.total, seconds }));
