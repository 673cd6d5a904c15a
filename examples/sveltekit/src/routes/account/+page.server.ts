// So that the browser asks the server, which looks who is signed in, before it shows the page.
export const load = () => ({});
