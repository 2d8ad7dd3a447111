export type OutboundLimits = {
  /** Bytes of the body, unpacked if `gzip` was asked for. */
  readonly bytes: number;
  /** ms until each response's headers, with connecting, without name look-up. */
  readonly headersMs: number;
  /** ms without a body byte while a reader waits. */
  readonly idleMs: number;
  /** ms for all after the first name look-up, with redirects and the body's reader; null means no limit. */
  readonly wholeMs: number | null;
};

export type OutboundRequest = {
  readonly url: string;
  /** The calling shop: concurrent name look-ups are limited per shop. */
  readonly shop: string;
  readonly limits: OutboundLimits;
  readonly signal: AbortSignal;
  /** POSTs this body and follows no redirect. Without it: GET. */
  readonly body?: Uint8Array;
  /** If false, a redirect is returned as a response. By default up to five are followed. */
  readonly followRedirects?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Asks for gzip and unpacks it. Otherwise an encoded body is an error. */
  readonly gzip?: boolean;
  /**
   * Called in order with each connection stage, and with all at once on a kept connection. A skipped stage counts as
   * passed.
   */
  readonly onStage?: (stage: ConnectionStage) => void;
  /** Origins allowed on a private network: the platform's for images and bulk files, else none. */
  readonly exemptOrigins?: readonly string[];
};

/** `secured`: https only. */
export type ConnectionStage = "resolved" | "connected" | "secured";

export type OutboundResponse = {
  readonly status: number;
  /** Returns a header by its lower-case name. */
  header(name: string): string | null;
  /** Final address after redirects. */
  readonly url: string;
  /** Can be read once. @throws {NotFetched} as `OutboundHttp.call` */
  readonly body: AsyncIterable<Uint8Array>;
};

/**
 * `address`: one that we never call; `private-host`: it leads into a private network; `redirects`: too many, to
 * nowhere, or from https to http; `broken`: no connection, or it ended early; `switched`: the response switches to
 * another protocol; `encoding`: encoded unasked, or wrongly.
 */
export type FetchFailureReason =
  | "address"
  | "private-host"
  | "redirects"
  | "too-long"
  | "too-slow"
  | "broken"
  | "switched"
  | "encoding";

export class NotFetched extends Error {
  override name = "NotFetched";
  readonly why: FetchFailureReason;

  constructor(why: FetchFailureReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.why = why;
  }
}

/** Guarded and bounded calls to addresses from merchants or the platform. */
export type OutboundHttp = {
  /**
   * Calls an address and passes the response, whatever its status, to `use`. The connection ends with `use`.
   * @throws {NotFetched} also from reading the body
   * @throws the signal's reason, when it aborts
   */
  call<Result>(request: OutboundRequest, use: (answer: OutboundResponse) => Promise<Result>): Promise<Result>;
  close(): void;
};
