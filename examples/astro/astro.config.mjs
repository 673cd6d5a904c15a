// A site that is deployed names an adapter here, such as @astrojs/node.
export default { output: "server", devToolbar: { enabled: false } };
