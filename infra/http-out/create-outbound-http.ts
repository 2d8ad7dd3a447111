import { lookup as systemLookup } from "node:dns";
import type { ClientRequest, Agent as HttpAgent, IncomingMessage } from "node:http";
import type { Agent as HttpsAgent } from "node:https";
import { isIP, type LookupFunction, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { type ConnectionStage, NotFetched, type OutboundHttp, type OutboundRequest } from "../ports/outbound-http.ts";
import { guardedLookup, privateHostError } from "./guarded-lookup.ts";
import { type Resolve, resolvePublicName } from "./name-lookup.ts";
import { parseAddress, resolveRedirect } from "./parse-address.ts";
import { isPublicAddress } from "./public-address.ts";
import { readBody } from "./read-body.ts";

// A named import would load all of fetch: 3 MiB and 30 ms in each process.
const http = process.getBuiltinModule("node:http");
const https = process.getBuiltinModule("node:https");

const maxRedirects = 5;
/** Maximum provisional responses (1xx) before the final one. */
const maxProvisional = 20;
const redirected = new Set([301, 302, 303, 307, 308]);
const sameOriginHeaders = new Set(["authorization", "cookie", "proxy-authorization"]);

export type OutboundHttpOptions = {
  /** ALLOW_PRIVATE_HOSTS: no guard; tests only. */
  allowPrivate: boolean;
  resolve?: Resolve;
  isPublic?: (address: string) => boolean;
  /** Replaces the authorities' certificates; tests only. */
  ca?: string;
};

type Agents = { http: HttpAgent; https: HttpsAgent };

const explainError = (error: unknown, signal: AbortSignal): unknown => {
  if (signal.aborted) return signal.reason;
  if (error instanceof NotFetched) return error;
  const inner = error instanceof AggregateError ? error.errors.find((one) => one instanceof NotFetched) : undefined;
  if (inner) return inner;
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { code: "", message: "" };
  if (code === "Z_DATA_ERROR")
    return new NotFetched("encoding", `The answer's compression is broken: ${message}.`, { cause: error });
  return new NotFetched("broken", `The connection failed: ${code || message}.`, { cause: error });
};

/** Reports at once if there is no look-up, as for IP addresses and kept connections. */
const reportIfNotLookedUp = (request: ClientRequest, onResolved: () => void): void => {
  request.once("socket", (socket: Socket) => {
    if (!socket.connecting || isIP(request.host.replace(/^\[|\]$/g, "")) !== 0) onResolved();
  });
};
/** Sockets emit no look-up event for a single address. */
const observeLookup =
  (lookup: LookupFunction, onResolved: () => void): LookupFunction =>
  (host, options, done) =>
    lookup(host, options, (error, ...found) => {
      if (error === null) onResolved();
      done(error, ...found);
    });

const reportStages = (request: ClientRequest, onStage: (stage: ConnectionStage) => void): void => {
  request.once("socket", (socket: Socket) => {
    if (!socket.connecting) onStage("connected");
    else socket.once("connect", () => onStage("connected"));
    if (!(socket instanceof TLSSocket)) return;
    if (!socket.connecting) onStage("secured");
    else socket.once("secureConnect", () => onStage("secured"));
  });
};

/**
 * Awaits a response. `resolved` starts the limit of `ms`: the name look-up has its own, and isn't the receiver's fault.
 */
const awaitResponse = (request: ClientRequest, ms: number, resolved: Promise<void>): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    void resolved.then(() => {
      if (request.destroyed) return;
      timer = setTimeout(() => {
        request.destroy();
        reject(new NotFetched("too-slow", `There was no answer within ${ms} ms.`));
      }, ms);
    });
    // Node may close a request without an error.
    request.once("close", () => {
      clearTimeout(timer);
      reject(new NotFetched("broken", "The connection was closed without an answer."));
    });
    request.on("error", reject);
    const refuseSwitch = () => {
      request.destroy();
      reject(new NotFetched("switched", "The answer switches to another protocol (101)."));
    };
    // Otherwise Node closes the connection and reports no error.
    request.once("upgrade", (_response, socket) => {
      socket.destroy();
      refuseSwitch();
    });
    let provisional = 0;
    request.on("information", () => {
      provisional += 1;
      if (provisional <= maxProvisional) return;
      request.destroy();
      reject(new NotFetched("broken", `More than ${maxProvisional} provisional answers came, and no final one.`));
    });
    request.once("response", (response) => {
      clearTimeout(timer);
      // Without an Upgrade header, a 101 arrives here.
      if (response.statusCode === 101) return refuseSwitch();
      // The body's reader gets the error.
      response.on("error", () => {});
      resolve(response);
    });
  });

/**
 * Calls addresses that others named. Checks a host's addresses at each connection and redirect. Exempt origins
 * have their own pool.
 */
export const createOutboundHttp = (options: OutboundHttpOptions): OutboundHttp => {
  const { allowPrivate, resolve = resolvePublicName, isPublic = isPublicAddress, ca } = options;
  // Hosts keep a connection for at least 5 s: ours closes it first.
  const common = { keepAlive: true, timeout: 4_000 };
  const newAgents = (): Agents => ({
    http: new http.Agent(common),
    https: new https.Agent({ ...common, ...(ca !== undefined && { ca }) }),
  });
  const free = newAgents();
  const guarded = newAgents();

  /** Exempt origins, the platform's, use the system's look-up, which has search domains. */
  const wayTo = (
    url: URL,
    { exemptOrigins = [], shop }: OutboundRequest,
  ): { agents: Agents; lookup: LookupFunction } => {
    if (exemptOrigins.includes(url.origin)) return { agents: free, lookup: systemLookup };
    const judge = allowPrivate ? () => true : isPublic;
    // IP addresses skip the look-up and its check.
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(host) !== 0 && !judge(host)) throw privateHostError(host);
    return { agents: guarded, lookup: guardedLookup(resolve, shop, judge) };
  };

  const send = (
    url: URL,
    request: OutboundRequest,
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
    reportIfNotLookedUp(sent, tellResolved);
    if (request.onStage) reportStages(sent, request.onStage);
    sent.end(request.body);
    return awaitResponse(sent, request.limits.headersMs, resolved);
  };

  const follow = async (
    request: OutboundRequest,
    going: { signal: AbortSignal; onResolved: () => void },
  ): Promise<{ url: URL; response: IncomingMessage }> => {
    let url = parseAddress(request.url);
    let headers = { "accept-encoding": request.gzip ? "gzip" : "identity", ...request.headers };
    for (let redirects = 0; ; redirects += 1) {
      const response = await send(url, request, headers, going);
      const { location } = response.headers;
      const leadsOn = redirected.has(response.statusCode ?? 0) && location !== undefined;
      if (!leadsOn || request.body || request.followRedirects === false) return { url, response };
      response.destroy();
      if (redirects === maxRedirects)
        throw new NotFetched(
          "redirects",
          `${url.hostname} redirects too often: ${maxRedirects} redirects are the limit.`,
        );
      const next = resolveRedirect(url, location);
      if (next.origin !== url.origin)
        headers = Object.fromEntries(
          Object.entries(headers).filter(([name]) => !sameOriginHeaders.has(name.toLowerCase())),
        ) as typeof headers;
      url = next;
    }
  };

  return {
    async call(request, use) {
      const { limits, signal: asked, gzip = false } = request;
      asked.throwIfAborted();
      const ending = new AbortController();
      const signal = AbortSignal.any([asked, ending.signal]);
      const over = () => ending.abort(new NotFetched("too-slow", `It did not finish within ${limits.wholeMs} ms.`));
      let timer: NodeJS.Timeout | undefined;
      const onResolved = () => {
        if (limits.wholeMs !== null) timer ??= setTimeout(over, limits.wholeMs);
        request.onStage?.("resolved");
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
          body: explainErrorsOf(readBody(response, limits, gzip), signal),
        });
      } catch (error) {
        throw response === undefined ? explainError(error, signal) : error;
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

async function* explainErrorsOf(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* body;
  } catch (error) {
    throw explainError(error, signal);
  }
}
