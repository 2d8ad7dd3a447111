export type OutboundLimits = {
  /** Maximum bytes of the body, unpacked if `gzip` was asked for. */
  readonly bytes: number;
  /** Timeout of each response's headers, without name look-up. */
  readonly headersMs: number;
  /** Timeout without a body byte while a reader waits. */
  readonly idleMs: number;
  /** Timeout of everything after the first name look-up, reading included; null: no limit. */
  readonly wholeMs: number | null;
};

export type OutboundRequest = {
  readonly url: string;
  /** Concurrent name look-ups are limited per shop. */
  readonly shop: string;
  readonly limits: OutboundLimits;
  readonly signal: AbortSignal;
  /** Body to POST; redirects are then not followed. Default: GET. */
  readonly body?: Uint8Array;
  /** False: a redirect is the response. Default: up to five are followed. */
  readonly followRedirects?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** True to ask for gzip and unpack it. Default: an encoded body is an error. */
  readonly gzip?: boolean;
  /** Called with each stage in order; on a kept connection, with all at once. Skipped stages count as passed. */
  readonly onStage?: (stage: ConnectionStage) => void;
  /** Origins allowed on a private network: the platform's for images and bulk files, else none. */
  readonly exemptOrigins?: readonly string[];
};

/** `secured`: https only. */
export type ConnectionStage = "resolved" | "connected" | "secured";

export type OutboundResponse = {
  readonly status: number;
  /** Takes a lower-case name. */
  header(name: string): string | null;
  readonly url: string;
  /** Readable once. @throws {NotFetched} as `OutboundHttp.call` */
  readonly body: AsyncIterable<Uint8Array>;
};

/**
 * `address`: never called; `private-host`: leads into a private network; `redirects`: too many, to nowhere, or from
 * https to http; `broken`: no connection, or cut early; `switched`: to another protocol; `encoding`: unasked or wrong.
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
   * Passes every response, of any status, to `use`; then ends the connection.
   * @throws {NotFetched} also from reading the body
   * @throws the signal's reason on abort
   */
  call<Result>(request: OutboundRequest, use: (answer: OutboundResponse) => Promise<Result>): Promise<Result>;
  close(): void;
};
