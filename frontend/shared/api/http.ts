import { type Outage, outagesHeader, parseOutages } from "#domain/wire/outages.ts";
import { sessionEndedCode } from "#domain/wire/support/session-ended.ts";
import { ApiError, clientCode, logSkipped } from "./api-error.ts";
import { isUnavailable, parseRefusal, parseResponse } from "./parse-response.ts";
import { createUnresolvedCommands } from "./unresolved-commands.ts";

export type ApiRequest = {
  method: "GET" | "POST" | "PUT";
  /** Path below the base URL, without a leading slash: `account/login`. */
  path: string;
  /** `command` changes something; its repeats share an id. `query` waits for our own writes. */
  kind: "command" | "query";
  params?: Record<string, string>;
  body?: unknown;
  /** The ETag with which the changed object was read (D-4). */
  ifMatch?: string | null;
  signal?: AbortSignal;
  /** The caller handles failures itself: no offline page, no waiting while Sheaf is away. */
  isBackground?: boolean;
  /** The request is never repeated, as each test run has effects elsewhere. */
  noRetry?: boolean;
  /** A status request: its outcome must not trigger another one. */
  isStatusProbe?: boolean;
};

export type ApiResponse<Data> = { data: Data; etag: string | null; stale: boolean };

export type HttpOptions = {
  /** `/api`, or an origin with it. */
  baseUrl: string;
  fetch: typeof fetch;
  token: () => string | null;
  /** Called with a fresh token from `jwt-refresh` (R-12). */
  refreshToken: (token: string) => void;
  createCommandId: () => string;
  wait: (milliseconds: number) => Promise<void>;
  /** Called for 401 and 402: clears the account, shows the message, opens the login page (S-1.8). */
  onSignedOut: (message: string) => void;
  /** Opens the offline page (S-1.8). */
  onNoResponse: () => void;
  /** Called with an event position newer than all before, so other tabs' reads wait for it too. */
  onPosition?: (position: string) => void;
  onTroubles?: (troubles: Outage[]) => void;
  /** Called when a call gets no response for a while, or a 503. */
  onSuspectedOutage?: () => void;
  /** Called at each try of a call while Sheaf is away. */
  onUnavailable?: () => void;
  /** Called when a call that waited for Sheaf has its response. */
  onAvailableAgain?: () => void;
};

export type Http = {
  /**
   * Opens an endless response (server-sent events) and returns its bytes as they arrive. Handles refusals and session
   * ends like `send`, and rejects with the network's error; the caller reconnects.
   */
  stream: (
    request: Pick<ApiRequest, "path" | "params"> & { signal: AbortSignal },
  ) => Promise<ReadableStream<Uint8Array>>;
  send: <Data>(request: ApiRequest) => Promise<ApiResponse<Data>>;
  /** Notes a position seen by another tab; true if newer than all seen here. */
  notePosition: (seen: string | null) => boolean;
  forgetPosition: () => void;
};

const networkRetryMs = 500;
const longestWait = 10_000;
/** Pauses between tries while Sheaf is away, ms; the last one repeats. */
const retryDelays = [1_000, 2_000, 3_000, 5_000] as const;
/** Failed tries in a row after which the network is at fault. Fewer are normal while Sheaf restarts. */
const maxFailuresWhileAway = 10;
const smallBody = 10_000;
/** Time without a response after which an outage is suspected, ms. */
const suspectAfterMs = 3_000;

/** Returns the wait in ms; null if absent or too long. */
const retryAfter = (response: Response): number | null => {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return seconds >= 0 && seconds * 1000 <= longestWait ? seconds * 1000 : null;
};

/** Responses that end the session, and the messages to the user (S-1.8). */
export const signedOut = {
  401: { code: clientCode.unauthorized, message: "User is not authorized. Please login again." },
  402: { code: clientCode.pendingCharges, message: "Pending charges. Please login again." },
} as const;

/** Error code: the platform's grant has ended (S-2.8); logging in again renews it. */
const grantIsGone = "refresh";

const signedOutBy = (status: number, text: string) => {
  if (status !== 401 && status !== 402) return undefined;
  const refusal = parseRefusal(text);
  // For these two codes the server's message is specific; every other 401 is about the session.
  return refusal?.code === grantIsGone || refusal?.code === sessionEndedCode ? refusal : signedOut[status];
};

/**
 * The only client of the API. Sends the token, a command id that repeats share, and the newest event position seen (D-4
 * and D-5). Repeats once after a network failure or a 503 with Retry-After, and while Sheaf is away until it answers
 * (R-60). Throws ApiError.
 */
export const createHttp = (options: HttpOptions): Http => {
  let position: string | null = null;
  const commands = createUnresolvedCommands({ createId: options.createCommandId, now: () => performance.now() });

  const notePosition = (newPosition: string | null): boolean => {
    if (newPosition === null || (position !== null && position >= newPosition)) return false;
    position = newPosition;
    return true;
  };

  const headersOf = (request: ApiRequest, commandId: string, token: string | null): Headers => {
    const headers = new Headers({ accept: "application/json" });
    if (token !== null) headers.set("authorization", `Bearer ${token}`);
    if (request.body !== undefined) headers.set("content-type", "application/json");
    if (request.kind === "command") headers.set("x-command-id", commandId);
    if (request.kind === "query" && position !== null) headers.set("x-await-position", position);
    if (request.ifMatch) headers.set("if-match", request.ifMatch);
    return headers;
  };

  /** Sends a request once and reads the body: a response that breaks off counts as none. */
  const attempt = async (request: ApiRequest, commandId: string, token: string | null) => {
    const query = new URLSearchParams(request.params).toString();
    const init: RequestInit = { method: request.method, headers: headersOf(request, commandId, token) };
    if (request.body !== undefined) init.body = JSON.stringify(request.body);
    if (request.signal) init.signal = request.signal;
    // Lets a command outlive the page; browsers allow that for up to 64 kB in total.
    if (request.kind === "command" && String(init.body ?? "").length < smallBody) init.keepalive = true;
    const response = await options.fetch(`${options.baseUrl}/${request.path}${query ? `?${query}` : ""}`, init);
    return { response, text: await response.text() };
  };

  type Tried = Awaited<ReturnType<typeof attempt>>;

  /** Repeats a request once, and while Sheaf is away until it answers (R-60). */
  const attemptUntilAnswered = async (request: ApiRequest, commandId: string, token: string | null): Promise<Tried> => {
    const mayWait = !request.isBackground && !request.noRetry;
    let mayRepeat = !request.noRetry;
    let [away, failures] = [0, 0];
    for (;;) {
      let wait: number | null;
      try {
        const result = await attempt(request, commandId, token);
        failures = 0;
        if (mayWait && isUnavailable(result.response.status, result.text)) {
          wait = retryAfter(result.response) ?? retryDelays[Math.min(away, retryDelays.length - 1)] ?? longestWait;
          away += 1;
          // If the user repeats the command meanwhile, it keeps its id.
          commands.ended(request, commandId, false);
          options.onUnavailable?.();
        } else {
          if (away > 0) options.onAvailableAgain?.();
          wait = mayRepeat && result.response.status === 503 ? retryAfter(result.response) : null;
          if (wait === null) return result;
          mayRepeat = false;
        }
      } catch (error) {
        if (request.signal?.aborted) throw error;
        failures += 1;
        if (!(away > 0 ? failures <= maxFailuresWhileAway : mayRepeat)) throw error;
        // The error isn't lost: the next try fails the same way or succeeds.
        mayRepeat &&= away > 0;
        wait = away > 0 ? retryDelays[0] : networkRetryMs;
      }
      await options.wait(wait);
      request.signal?.throwIfAborted();
    }
  };

  /** Takes over a fresh token; throws if the response ends the session. */
  const heedSession = (
    request: ApiRequest,
    { status, headers }: Response,
    text: string,
    token: string | null,
  ): void => {
    const out = signedOutBy(status, text);
    if (out !== undefined) {
      // An old call's answer must not end a newer session.
      if (options.token() === token) options.onSignedOut(out.message);
      const details = `${request.method} ${request.path}`;
      throw logSkipped(new ApiError({ ...out, status, details, skipped: true }));
    }
    const fresh = headers.get("jwt-refresh");
    if (fresh !== null && token !== null && options.token() === token) options.refreshToken(fresh);
  };

  const stream: Http["stream"] = async ({ path, params, signal }) => {
    const token = options.token();
    const request: ApiRequest = { method: "GET", kind: "query", path };
    const headers = headersOf(request, "", token);
    headers.set("accept", "text/event-stream");
    const query = new URLSearchParams(params).toString();
    const response = await options.fetch(`${options.baseUrl}/${path}${query ? `?${query}` : ""}`, { headers, signal });
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
    if (response.ok && isStream && response.body) {
      heedSession(request, response, "", token);
      return response.body;
    }
    const text = await response.text();
    heedSession(request, response, text, token);
    parseResponse(response.status, text);
    throw new ApiError({ code: clientCode.fetchCatch, message: "The server sent no events.", status: response.status });
  };

  const send = async <Data>(request: ApiRequest): Promise<ApiResponse<Data>> => {
    const token = options.token();
    let result: { response: Response; text: string };
    const commandId = commands.idFor(request);
    const doubt = request.isStatusProbe ? undefined : options.onSuspectedOutage;
    const wondering = doubt && setTimeout(doubt, suspectAfterMs);
    try {
      result = await attemptUntilAnswered(request, commandId, token);
    } catch (cause) {
      if (request.signal?.aborted) throw cause;
      commands.ended(request, commandId, false);
      if (!request.isBackground) options.onNoResponse();
      const message = "Sheaf can't be reached. Check your connection.";
      const details = `${request.method} ${request.path}: ${cause}`;
      throw logSkipped(new ApiError({ code: clientCode.noResponse, message, details, skipped: !request.isBackground }));
    } finally {
      clearTimeout(wondering);
    }
    const { response, text } = result;
    commands.ended(request, commandId, response.status < 500);
    const troubles = parseOutages(response.headers.get(outagesHeader));
    if (troubles.length > 0) options.onTroubles?.(troubles);
    // The 503 may have another cause than the known troubles.
    if (response.status === 503) doubt?.();
    heedSession(request, response, text, token);
    const newPosition = response.headers.get("x-event-position");
    if (newPosition !== null && notePosition(newPosition)) options.onPosition?.(newPosition);
    const data = parseResponse(response.status, text) as Data;
    return { data, etag: response.headers.get("etag"), stale: response.headers.get("x-stale") === "true" };
  };

  return {
    stream,
    send,
    notePosition,
    forgetPosition: () => {
      position = null;
    },
  };
};
