// A browser that speaks to any of the processes, as behind a load balancer.
const patience = 15_000;

export class Visitor {
  #cookies = new Map();

  async send(url, form) {
    const cookie = this.cookie();
    const { origin } = new URL(url);
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie, ...(form && { origin }) },
      signal: AbortSignal.timeout(patience),
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      if (value === "" || /max-age=0/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  /** The Cookie header. */
  cookie() {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async submit(origin, route, form) {
    const { csrfToken } = await (await this.send(`${origin}/auth/csrf`)).json();
    return this.send(`${origin}/auth/${route}`, { csrfToken, ...form });
  }

  /** What says that this visitor was told to be signed in. */
  sessionToken() {
    return this.#cookies.get("authjs.session-token");
  }

  /** Goes to the provider and comes back, perhaps to another process. */
  async viaHub(processes, email) {
    const sent = await this.submit(processes.any(), "signin/hub", {});
    const state = new URL(sent.headers.get("location")).searchParams.get("state");
    const query = new URLSearchParams({ code: email, state });
    return this.send(`${processes.any()}/auth/callback/hub?${query}`);
  }

  async follow(processes, link) {
    const { pathname, search } = new URL(link);
    return this.send(processes.any() + pathname + search);
  }
}
