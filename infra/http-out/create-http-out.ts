import { lookup as systemLookup } from "node:dns";
import type { ClientRequest, Agent as HttpAgent, IncomingMessage } from "node:http";
import type { Agent as HttpsAgent } from "node:https";
import { isIP, type LookupFunction, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { type HttpOut, NotFetched, type OutRequest, type WayStage } from "../ports/http-out.ts";
import { nextAddress, readAddress } from "./address.ts";
import { guardedLookup, privateHost } from "./guarded-lookup.ts";
import { type Resolve, resolveOutside } from "./name-lookup.ts";
import { isPublicAddress } from "./public-address.ts";
import { readBody } from "./read-body.ts";

// A named import would load all of fetch: 3 MiB and 30 ms in each process.
const http = process.getBuiltinModule("node:http");
const https = process.getBuiltinModule("node:https");

const mostRedirects = 5;
/** Most provisional answers (1xx) before the final one; beyond that the call fails at once. */
const mostProvisional = 20;
const redirected = new Set([301, 302, 303, 307, 308]);
/** Headers that don't follow a redirect to another origin. */
const ofOneOrigin = new Set(["authorization", "cookie", "proxy-authorization"]);

export type HttpOutOptions = {
  /** ALLOW_PRIVATE_HOSTS: no guard; tests only. */
  allowPrivate: boolean;
  resolve?: Resolve;
  isPublic?: (address: string) => boolean;
  /** A certificate to trust instead of the public authorities'; tests only. */
  ca?: string;
};

type Agents = { http: HttpAgent; https: HttpsAgent };

/** The signal's own reason if it aborted. */
const explained = (error: unknown, signal: AbortSignal): unknown => {
  if (signal.aborted) return signal.reason;
  if (error instanceof NotFetched) return error;
  const inner = error instanceof AggregateError ? error.errors.find((one) => one instanceof NotFetched) : undefined;
  if (inner) return inner;
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { code: "", message: "" };
  if (code === "Z_DATA_ERROR")
    return new NotFetched("encoding", `The answer is packed wrongly: ${message}.`, { cause: error });
  return new NotFetched("broken", `The connection failed: ${code || message}.`, { cause: error });
};

/** For an IP address, or a kept connection: no name is looked up. */
const tellUnlessLookedUp = (request: ClientRequest, onResolved: () => void): void => {
  request.once("socket", (socket: Socket) => {
    if (!socket.connecting || isIP(request.host.replace(/^\[|\]$/g, "")) !== 0) onResolved();
  });
};
/** A socket emits no event for the look-up if there is a single address. */
const observeLookup =
  (lookup: LookupFunction, onResolved: () => void): LookupFunction =>
  (host, options, done) =>
    lookup(host, options, (error, ...found) => {
      if (error === null) onResolved();
      done(error, ...found);
    });

const tellWay = (request: ClientRequest, onWay: (stage: WayStage) => void): void => {
  request.once("socket", (socket: Socket) => {
    if (!socket.connecting) onWay("connected");
    else socket.once("connect", () => onWay("connected"));
    if (!(socket instanceof TLSSocket)) return;
    if (!socket.connecting) onWay("secured");
    else socket.once("secureConnect", () => onWay("secured"));
  });
};

/** `resolved`: starts the limit of `ms`. Name look-up has its own limit, and is not the receiver's fault. */
const answered = (request: ClientRequest, ms: number, resolved: Promise<void>): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    void resolved.then(() => {
      if (request.destroyed) return;
      timer = setTimeout(() => {
        request.destroy();
        reject(new NotFetched("too-slow", `There was no answer within ${ms} ms.`));
      }, ms);
    });
    request.once("close", () => clearTimeout(timer));
    request.on("error", reject);
    let provisional = 0;
    request.on("information", () => {
      provisional += 1;
      if (provisional <= mostProvisional) return;
      request.destroy();
      reject(new NotFetched("broken", `More than ${mostProvisional} provisional answers came, and none that counts.`));
    });
    request.once("response", (response) => {
      clearTimeout(timer);
      // The body's reader gets the error, if there is one.
      response.on("error", () => {});
      resolve(response);
    });
  });

/**
 * Calls to addresses that others named. A host's addresses are checked when its connection is made, and again
 * for every redirect. Connections of exempt origins are pooled apart from all others.
 */
export const createHttpOut = (options: HttpOutOptions): HttpOut => {
  const { allowPrivate, resolve = resolveOutside, isPublic = isPublicAddress, ca } = options;
  // Hosts keep a connection for 5 s or longer; give it up before they do.
  const common = { keepAlive: true, timeout: 4_000 };
  const newAgents = (): Agents => ({
    http: new http.Agent(common),
    https: new https.Agent({ ...common, ...(ca !== undefined && { ca }) }),
  });
  const free = newAgents();
  const guarded = newAgents();

  /** Exempt origins are the platform's own: the system looks them up, since it knows search domains. */
  const wayTo = (url: URL, { exempt = [], shop }: OutRequest): { agents: Agents; lookup: LookupFunction } => {
    if (exempt.includes(url.origin)) return { agents: free, lookup: systemLookup };
    const judge = allowPrivate ? () => true : isPublic;
    // IP addresses are connected to without a look-up, so check them here.
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(host) !== 0 && !judge(host)) throw privateHost(host);
    return { agents: guarded, lookup: guardedLookup(resolve, shop, judge) };
  };

  const send = (
    url: URL,
    request: OutRequest,
    headers: Record<string, string>,
    { signal, onResolved }: { signal: AbortSignal; onResolved: () => void },
  ) => {
    const { agents, lookup } = wayTo(url, request);
    const { promise: resolved, resolve: startWaiting } = Promise.withResolvers<void>();
    const tellResolved = () => {
      onResolved();
      startWaiting();
    };
    const method = request.body ? "POST" : "GET";
    const options = { method, headers, signal, lookup: observeLookup(lookup, tellResolved) };
    const sent =
      url.protocol === "https:"
        ? https.request(url, { ...options, agent: agents.https })
        : http.request(url, { ...options, agent: agents.http });
    tellUnlessLookedUp(sent, tellResolved);
    if (request.onWay) tellWay(sent, request.onWay);
    sent.end(request.body);
    return answered(sent, request.bounds.headersMs, resolved);
  };

  const follow = async (
    request: OutRequest,
    going: { signal: AbortSignal; onResolved: () => void },
  ): Promise<{ url: URL; response: IncomingMessage }> => {
    let url = readAddress(request.url);
    let headers = { "accept-encoding": request.gzip ? "gzip" : "identity", ...request.headers };
    for (let redirects = 0; ; redirects += 1) {
      const response = await send(url, request, headers, going);
      const { location } = response.headers;
      const leadsOn = redirected.has(response.statusCode ?? 0) && location !== undefined;
      if (!leadsOn || request.body || request.follow === false) return { url, response };
      response.destroy();
      if (redirects === mostRedirects)
        throw new NotFetched("redirects", `${url.hostname} leads on and on: ${mostRedirects} redirects are enough.`);
      const next = nextAddress(url, location);
      if (next.origin !== url.origin)
        headers = Object.fromEntries(
          Object.entries(headers).filter(([name]) => !ofOneOrigin.has(name.toLowerCase())),
        ) as typeof headers;
      url = next;
    }
  };

  return {
    async call(request, use) {
      const { bounds, signal: asked, gzip = false } = request;
      asked.throwIfAborted();
      const ending = new AbortController();
      const signal = AbortSignal.any([asked, ending.signal]);
      const over = () => ending.abort(new NotFetched("too-slow", `It was not done within ${bounds.wholeMs} ms.`));
      let timer: NodeJS.Timeout | undefined;
      const onResolved = () => {
        if (bounds.wholeMs !== null) timer ??= setTimeout(over, bounds.wholeMs);
        request.onWay?.("resolved");
      };
      let response: IncomingMessage | undefined;
      try {
        const found = await follow(request, { signal, onResolved });
        response = found.response;
        const { headers, statusCode = 0 } = response;
        return await use({
          status: statusCode,
          header: (name) => headers[name]?.toString() ?? null,
          url: found.url.href,
          body: explaining(readBody(response, bounds, gzip), signal),
        });
      } catch (error) {
        throw response === undefined ? explained(error, signal) : error;
      } finally {
        clearTimeout(timer);
        response?.destroy();
      }
    },
    close() {
      for (const agent of [free.http, free.https, guarded.http, guarded.https]) agent.destroy();
    },
  };
};

async function* explaining(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  try {
    yield* body;
  } catch (error) {
    throw explained(error, signal);
  }
}
