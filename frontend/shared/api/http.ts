import { lookEndedCode } from "#domain/wire/support/look-ended.ts";
import { type Trouble, troublesHeader, troublesIn } from "#domain/wire/troubles.ts";
import { ApiError, clientCode, logSkipped } from "./api-error.ts";
import { isAway, readAnswer, refusalOf } from "./read-answer.ts";
import { createUnclearCommands } from "./unclear-commands.ts";

export type ApiRequest = {
  method: "GET" | "POST" | "PUT";
  /** Below the base URL, without a leading slash: `account/login`. */
  path: string;
  /** `command` changes something and carries an id that a repeat shares; `query` waits for our own writes. */
  kind: "command" | "query";
  params?: Record<string, string>;
  body?: unknown;
  /** The ETag that the changed object was read with (D-4). */
  ifMatch?: string | null;
  signal?: AbortSignal;
  /** Neither go to the offline page nor wait while Sheaf is away: the caller deals with it. */
  quiet?: boolean;
  /** Never send it a second time: a test acts elsewhere each time. */
  once?: boolean;
  /** Asks how the server is: what becomes of it is no reason to ask that. */
  aside?: boolean;
};

export type Answer<Data> = { data: Data; etag: string | null; stale: boolean };

export type HttpOptions = {
  /** `/api`, or an origin with it. */
  baseUrl: string;
  fetch: typeof fetch;
  token: () => string | null;
  /** A fresh token came in `jwt-refresh` (R-12). */
  refreshToken: (token: string) => void;
  createCommandId: () => string;
  wait: (milliseconds: number) => Promise<void>;
  /** 401 and 402: clear the account, say this, go to the log-in page (S-1.8). */
  onSignedOut: (message: string) => void;
  /** No response: go to the offline page (S-1.8). */
  onNoResponse: () => void;
  /** A newer event position than any seen before came with an answer: what other tabs read waits for it, too. */
  onPosition?: (position: string) => void;
  /** An answer told what the server cannot do now. */
  onTroubles?: (troubles: Trouble[]) => void;
  /** A call has had no answer for a while, or that the server cannot do it now. */
  onDoubt?: () => void;
  /** A call waits for Sheaf, which is away. Called at each try. */
  onAway?: () => void;
  /** A call that waited for Sheaf has its answer. */
  onBack?: () => void;
};

export type Http = {
  /**
   * An answer that does not end (server-sent events), as its bytes come. Refusals and the end of the log-in as of `send`; whoever reads tries again
   * by themselves. Rejects with the network's error where there is no answer.
   */
  stream: (
    request: Pick<ApiRequest, "path" | "params"> & { signal: AbortSignal },
  ) => Promise<ReadableStream<Uint8Array>>;
  send: <Data>(request: ApiRequest) => Promise<Answer<Data>>;
  /** A position that another tab has seen; true when it is newer than all seen here. */
  notePosition: (seen: string | null) => boolean;
  forgetPosition: () => void;
};

const afterNetworkFailure = 500;
const longestWait = 10_000;
/** Between two tries while Sheaf is away, ms: longer each time up to the last. */
const awayWaits = [1_000, 2_000, 3_000, 5_000] as const;
/** While it starts again nobody may listen. So many tries without a response in a row are the network's fault. */
const mostFailuresWhileAway = 10;
const smallBody = 10_000;
/** A call without an answer for so long makes people wonder, ms. */
const longInComing = 3_000;

/** Retry-After in milliseconds; null when the answer has none, or one so late that nobody would wait for it. */
const retryAfter = (response: Response): number | null => {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return seconds >= 0 && seconds * 1000 <= longestWait ? seconds * 1000 : null;
};

/** Answers that end the log-in, and what the user is told (S-1.8). */
export const signedOut = {
  401: { code: clientCode.unauthorized, message: "User is not authorized. Please login again." },
  402: { code: clientCode.pendingCharges, message: "Pending charges. Please login again." },
} as const;

/** What the platform's grant ends with (S-2.8): who logs in again gives a new one. */
const grantIsGone = "refresh";

const signedOutBy = (status: number, text: string) => {
  if (status !== 401 && status !== 402) return undefined;
  const refusal = refusalOf(text);
  // The server says why; every other 401 is the session's own.
  return refusal?.code === grantIsGone || refusal?.code === lookEndedCode ? refusal : signedOut[status];
};

/**
 * The one way to the API. Sends the token, a command id that a repeat shares, and the newest event position seen
 * (D-4 and D-5); repeats once after a network failure or a 503 that says when, and until it is answered while Sheaf is away (R-60). Takes the
 * same command that a person gives after that for the same one; throws ApiError.
 */
export const createHttp = (options: HttpOptions): Http => {
  let position: string | null = null;
  const commands = createUnclearCommands({ createId: options.createCommandId, now: () => performance.now() });

  const notePosition = (seen: string | null): boolean => {
    if (seen === null || (position !== null && position >= seen)) return false;
    position = seen;
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

  /** One try. The body is read here too: an answer that breaks off half-way is no response. */
  const attempt = async (request: ApiRequest, commandId: string, token: string | null) => {
    const query = new URLSearchParams(request.params).toString();
    const init: RequestInit = { method: request.method, headers: headersOf(request, commandId, token) };
    if (request.body !== undefined) init.body = JSON.stringify(request.body);
    if (request.signal) init.signal = request.signal;
    // A command on its way survives the page being closed; browsers allow that up to 64 kB in all.
    if (request.kind === "command" && String(init.body ?? "").length < smallBody) init.keepalive = true;
    const response = await options.fetch(`${options.baseUrl}/${request.path}${query ? `?${query}` : ""}`, init);
    return { response, text: await response.text() };
  };

  type Tried = Awaited<ReturnType<typeof attempt>>;

  /** The answer of the last try: a call is repeated once, and while Sheaf is away until it is answered (R-60). */
  const attemptUntilAnswered = async (request: ApiRequest, commandId: string, token: string | null): Promise<Tried> => {
    const mayWait = !request.quiet && !request.once;
    let mayRepeat = !request.once;
    let [away, failures] = [0, 0];
    for (;;) {
      let wait: number | null;
      try {
        const tried = await attempt(request, commandId, token);
        failures = 0;
        if (mayWait && isAway(tried.response.status, tried.text)) {
          wait = retryAfter(tried.response) ?? awayWaits[Math.min(away, awayWaits.length - 1)] ?? longestWait;
          away += 1;
          // A repeat given meanwhile counts as this command.
          commands.ended(request, commandId, false);
          options.onAway?.();
        } else {
          if (away > 0) options.onBack?.();
          wait = mayRepeat && tried.response.status === 503 ? retryAfter(tried.response) : null;
          if (wait === null) return tried;
          mayRepeat = false;
        }
      } catch (error) {
        if (request.signal?.aborted) throw error;
        failures += 1;
        if (!(away > 0 ? failures <= mostFailuresWhileAway : mayRepeat)) throw error;
        // Not lost: the next try tells the same story or a better one.
        mayRepeat &&= away > 0;
        wait = away > 0 ? awayWaits[0] : afterNetworkFailure;
      }
      await options.wait(wait);
      request.signal?.throwIfAborted();
    }
  };

  /** Ends the log-in where the answer says so, and takes a fresh token from any other. */
  const heedSession = (
    request: ApiRequest,
    { status, headers }: Response,
    text: string,
    token: string | null,
  ): void => {
    const out = signedOutBy(status, text);
    if (out !== undefined) {
      // An old call's answer must not end a newer log-in.
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
    readAnswer(response.status, text);
    throw new ApiError({ code: clientCode.fetchCatch, message: "The server sent no events.", status: response.status });
  };

  const send = async <Data>(request: ApiRequest): Promise<Answer<Data>> => {
    const token = options.token();
    let result: { response: Response; text: string };
    const commandId = commands.idFor(request);
    const doubt = request.aside ? undefined : options.onDoubt;
    const wondering = doubt && setTimeout(doubt, longInComing);
    try {
      result = await attemptUntilAnswered(request, commandId, token);
    } catch (cause) {
      if (request.signal?.aborted) throw cause;
      commands.ended(request, commandId, false);
      if (!request.quiet) options.onNoResponse();
      const message = "Sheaf can't be reached. Check your connection.";
      const details = `${request.method} ${request.path}: ${cause}`;
      throw logSkipped(new ApiError({ code: clientCode.noResponse, message, details, skipped: !request.quiet }));
    } finally {
      clearTimeout(wondering);
    }
    const { response, text } = result;
    commands.ended(request, commandId, response.status < 500);
    const told = troublesIn(response.headers.get(troublesHeader));
    if (told.length > 0) options.onTroubles?.(told);
    // It may not be for what is wrong.
    if (response.status === 503) doubt?.();
    heedSession(request, response, text, token);
    const seen = response.headers.get("x-event-position");
    if (seen !== null && notePosition(seen)) options.onPosition?.(seen);
    const data = readAnswer(response.status, text) as Data;
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
