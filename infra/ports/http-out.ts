/** How much of an address that others named is waited for and taken. */
export type OutBounds = {
  /** Bytes of the body, unpacked where `gzip` was asked for. */
  readonly bytes: number;
  /** ms until the headers of each answer are here, connection within. Looking up its name doesn't count. */
  readonly headersMs: number;
  /** ms without a byte of the body, while somebody waits for one. */
  readonly idleMs: number;
  /** ms for everything once the first name is looked up, redirects and whoever reads the body within; null: as long as bytes keep coming. */
  readonly wholeMs: number | null;
};

export type OutRequest = {
  readonly url: string;
  /** On whose behalf it is called: one shop can have only a few names looked up at once. */
  readonly shop: string;
  readonly bounds: OutBounds;
  readonly signal: AbortSignal;
  /** POST with this body; such a request follows no redirect. Without it: GET. */
  readonly body?: Uint8Array;
  /** false: a redirect is an answer like others. Default: up to five are followed. */
  readonly follow?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Asks for gzip and unpacks it. Otherwise only bytes as they are count as an answer. */
  readonly gzip?: boolean;
  /** Told in order how far the way to the address has come; all of it at once where a connection was kept. What is passed over was passed. */
  readonly onWay?: (stage: WayStage) => void;
  /** Origins that may be on a private network: for images and bulk files those of the platform, else none. */
  readonly exempt?: readonly string[];
};

/** `secured`: of https alone. */
export type WayStage = "resolved" | "connected" | "secured";

export type OutAnswer = {
  readonly status: number;
  /** One header by its name in small letters. */
  header(name: string): string | null;
  /** Where the answer came from, after redirects. */
  readonly url: string;
  /** Can be read once. @throws {NotFetched} as `HttpOut.call` */
  readonly body: AsyncIterable<Uint8Array>;
};

/**
 * Why nothing, or not all, was fetched. `address`: it is none that we call; `private-host`: it leads into a private network;
 * `redirects`: there are too many, one leads nowhere or from https to http; `too-long`; `too-slow`; `broken`: no connection, or it ended
 * before the answer did; `encoding`: it is packed in a way nobody asked for, or wrongly.
 */
export type WhyNotFetched = "address" | "private-host" | "redirects" | "too-long" | "too-slow" | "broken" | "encoding";

export class NotFetched extends Error {
  override name = "NotFetched";
  readonly why: WhyNotFetched;

  constructor(why: WhyNotFetched, message: string, options?: ErrorOptions) {
    super(message, options);
    this.why = why;
  }
}

/** Calls to addresses that merchants or the platform name: guarded and bounded. */
export type HttpOut = {
  /**
   * Asks an address and gives the answer, whatever its status, to `use`; when that is done, so is the connection, however much was read.
   * @throws {NotFetched} also from reading the body
   * @throws the signal's reason, when it aborts
   */
  call<Result>(request: OutRequest, use: (answer: OutAnswer) => Promise<Result>): Promise<Result>;
  /** Closes the connections that are kept for later calls. */
  close(): void;
};
