import type { IncomingMessage, ServerResponse } from "node:http";
import type { Adapter as ProviderAdapter, AdapterPayload } from "oidc-provider";
import { startOpenId, type OpenIdServer } from "./openid.js";

/** What happens to the next request for a refresh. */
export type Fault = "lost-answer" | "unreached" | "busy";

/** A certified OpenID provider whose refresh tokens work once, and which ends a grant when one is used again. */
export interface RotatingServer extends OpenIdServer {
  /** Refreshes that it has granted. */
  refreshed(): number;
  /** Grants that it has ended. */
  revoked(): number;
  /** Requests for a refresh whose sender was gone before it had the answer. */
  abandoned(): number;
  /** Requests for tokens that have come. */
  asked(): number;
  /** What goes wrong with the next requests for a refresh, one after the other. */
  readonly faults: Fault[];
  /** From now on access tokens live for so many seconds. */
  life(seconds: number): void;
  /** Tokens for "pat", as a sign-in would bring them. */
  grant(): Promise<{ access_token: string; refresh_token: string }>;
  /** Whether it takes an access token. */
  accepts(accessToken: string): Promise<boolean>;
}

export interface RotatingOptions {
  /** Seconds that access tokens live. */
  readonly life?: number;
  /** Milliseconds for which a used refresh token works again, as many providers have it. @default 0 */
  readonly leeway?: number;
  readonly redirectUris?: string[];
  /** @default true */
  readonly rotates?: boolean;
  /** Milliseconds that each refresh takes. */
  readonly slow?: number;
}

export async function startRotating(options: RotatingOptions = {}): Promise<RotatingServer> {
  const { life = 3600, leeway = 0, rotates = true, slow = 0 } = options;
  const faults: Fault[] = [];
  const counts = { refreshed: 0, revoked: 0, abandoned: 0, asked: 0 };
  const lives = { seconds: life };
  const server = await startOpenId({
    client: {
      grant_types: ["authorization_code", "refresh_token"],
      redirect_uris: options.redirectUris ?? ["https://app.test/auth/callback/op"],
    },
    configuration: {
      adapter: storeWith(leeway),
      rotateRefreshToken: rotates,
      issueRefreshToken: () => true,
      scopes: ["openid", "offline_access"],
      ttl: {
        AccessToken: () => lives.seconds,
        IdToken: 3600,
        RefreshToken: 86_400,
        Grant: 86_400,
        Session: 86_400,
        Interaction: 600,
      },
    },
    intercept: (request, response) => {
      if (!request.url?.startsWith("/token")) return false;
      counts.asked += 1;
      if (faults.length === 0) {
        response.once("close", () => {
          if (!response.writableFinished) counts.abandoned += 1;
        });
      }
      return interfere(response, { request, faults, slow });
    },
  });
  const { provider } = server;
  provider.on("grant.success", (ctx) => {
    if (ctx.oidc.params?.["grant_type"] === "refresh_token") counts.refreshed += 1;
  });
  provider.on("grant.revoked", () => {
    counts.revoked += 1;
  });
  return {
    ...server,
    faults,
    life: (seconds) => {
      lives.seconds = seconds;
    },
    grant: () => grantAt(provider),
    refreshed: () => counts.refreshed,
    revoked: () => counts.revoked,
    abandoned: () => counts.abandoned,
    asked: () => counts.asked,
    async accepts(accessToken) {
      const headers = { authorization: `Bearer ${accessToken}` };
      return (await fetch(`${server.issuer}/me`, { headers })).status === 200;
    },
  };
}

async function grantAt(provider: RotatingServer["provider"]) {
  const client = await provider.Client.find("client-1");
  if (!client) throw new Error("The provider does not know the client.");
  const about = {
    accountId: "pat",
    client,
    scope: "openid profile email",
    gty: "authorization_code",
  };
  const grant = new provider.Grant({ clientId: client.clientId, accountId: "pat" });
  grant.addOIDCScope(about.scope);
  const grantId = await grant.save();
  const token = new provider.RefreshToken({ ...about, grantId });
  const access = new provider.AccessToken({ ...about, grantId });
  return { refresh_token: await token.save(), access_token: await access.save() };
}

interface Interference {
  readonly request: IncomingMessage;
  readonly faults: Fault[];
  readonly slow: number;
}

/** The first exchange of a code isn't disturbed: faults are put in place after it. */
function interfere(response: ServerResponse, { request, faults, slow }: Interference): boolean {
  const fault = faults.shift();
  if (fault === "unreached") {
    request.socket.destroy();
    return true;
  }
  if (fault === "busy") {
    response.writeHead(503, { "content-type": "text/plain" }).end("busy");
    return true;
  }
  const end = response.end.bind(response);
  if (fault === "lost-answer") {
    response.end = () => {
      request.socket.destroy();
      return response;
    };
  } else if (slow > 0) {
    response.end = (...given: readonly unknown[]) => {
      setTimeout(() => void Reflect.apply(end, response, given), slow);
      return response;
    };
  }
  return false;
}

interface Row {
  readonly payload: AdapterPayload;
  consumedAt?: number;
}

/** A store for the provider, in which a used refresh token counts as unused for a while. */
function storeWith(leeway: number) {
  const rows = new Map<string, Row>();
  return (model: string): ProviderAdapter => {
    const key = (id: string) => `${model}:${id}`;
    const find = (is: (payload: AdapterPayload) => boolean) =>
      [...rows].find(([name, { payload }]) => name.startsWith(`${model}:`) && is(payload))?.[1]
        .payload;
    return {
      upsert: (id, payload) => {
        rows.set(key(id), { payload });
        return Promise.resolve();
      },
      find: (id) => {
        const row = rows.get(key(id));
        const isUsed = row?.consumedAt !== undefined && Date.now() - row.consumedAt >= leeway;
        return Promise.resolve(row && { ...row.payload, ...(isUsed && { consumed: 1 }) });
      },
      findByUid: (uid) => Promise.resolve(find((payload) => payload.uid === uid)),
      findByUserCode: () => Promise.resolve(undefined),
      consume: (id) => {
        const row = rows.get(key(id));
        if (row) row.consumedAt ??= Date.now();
        return Promise.resolve();
      },
      destroy: (id) => {
        rows.delete(key(id));
        return Promise.resolve();
      },
      revokeByGrantId: (grantId) => {
        for (const [name, { payload }] of rows) if (payload.grantId === grantId) rows.delete(name);
        return Promise.resolve();
      },
    };
  };
}
