export type OutboundLimits = {
  /** Bytes of the body, unpacked where `gzip` was asked for. */
  readonly bytes: number;
  /** ms until each answer's headers, connecting included, name look-up excluded. */
  readonly headersMs: number;
  /** ms without a byte of the body while a reader waits for one. */
  readonly idleMs: number;
  /** ms for everything after the first name look-up, redirects and the body's reader included; null: no limit. */
  readonly wholeMs: number | null;
};

export type OutboundRequest = {
  readonly url: string;
  /** The shop on whose behalf we call: each shop has few concurrent name look-ups. */
  readonly shop: string;
  readonly limits: OutboundLimits;
  readonly signal: AbortSignal;
  /** POST with this body; such a request follows no redirect. Without it: GET. */
  readonly body?: Uint8Array;
  /** false: a redirect is an answer like others. Default: up to five are followed. */
  readonly followRedirects?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Asks for gzip and unpacks it. Otherwise an encoded body is an error. */
  readonly gzip?: boolean;
  /**
   * Called in order with each connection stage; with all at once on a kept connection. A skipped stage counts as
   * passed.
   */
  readonly onStage?: (stage: ConnectionStage) => void;
  /** Origins that may be on a private network: the platform's for images and bulk files, else none. */
  readonly exemptOrigins?: readonly string[];
};

/** `secured`: https only. */
export type ConnectionStage = "resolved" | "connected" | "secured";

export type OutboundResponse = {
  readonly status: number;
  /** One header by its lower-case name. */
  header(name: string): string | null;
  /** Final address after redirects. */
  readonly url: string;
  /** Can be read once. @throws {NotFetched} as `OutboundHttp.call` */
  readonly body: AsyncIterable<Uint8Array>;
};

/**
 * `address`: not one that we call; `private-host`: it leads into a private network; `redirects`: too many, or one leads
 * nowhere or from https to http; `broken`: no connection, or it ended before the answer did; `switched`: the answer
 * switches to another protocol; `encoding`: encoded although not asked for, or wrongly.
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

/** Calls to addresses that merchants or the platform name: guarded and bounded. */
export type OutboundHttp = {
  /**
   * Calls an address and passes the answer, whatever its status, to `use`. The connection ends with `use`, however much
   * was read.
   * @throws {NotFetched} also from reading the body
   * @throws the signal's reason, when it aborts
   */
  call<Result>(request: OutboundRequest, use: (answer: OutboundResponse) => Promise<Result>): Promise<Result>;
  close(): void;
};
