/**
 * Thrown when a store can't be asked now, for instance without its write lock within 2 s; answered as 503 with
 * Retry-After.
 */
export class StoreBusy extends Error {
  override name = "StoreBusy";
}

/**
 * Thrown when the disk is read-only or fails; answered as 503. Nothing was written, and the same write may succeed
 * later. The message names the file or folder and the remedy. Nobody else can write there meanwhile, so waiting is
 * safe.
 */
export class StoreUnwritable extends Error {
  override name = "StoreUnwritable";
  readonly where: string;
  readonly reason: string;
  constructor(where: string, reason: string, options?: ErrorOptions) {
    super(
      `${where} cannot be written (${reason}). Check that its disk is mounted for writing and that Sheaf may write there. Waiting work continues by itself.`,
      options,
    );
    this.where = where;
    this.reason = reason;
  }
}

export class StoreFull extends StoreUnwritable {
  override name = "StoreFull";
  constructor(where: string, options?: ErrorOptions) {
    super(where, "no room", options);
    this.message = `The disk for ${where} has too little free space. Free some, and waiting work continues by itself.`;
  }
}

/** Thrown when a read fails. It says nothing about the data. */
export class StoreUnreadable extends StoreUnwritable {
  override name = "StoreUnreadable";
  constructor(where: string, reason: string, options?: ErrorOptions) {
    super(where, reason, options);
    this.message = `The disk gave an error when ${where} was read (${reason}). Nothing says that the file is damaged. Check the disk and its connection. Waiting work continues by itself.`;
  }
}

/** Thrown when a store's file isn't what was written: no read or write is safe. */
export class StoreDamaged extends Error {
  override name = "StoreDamaged";
  /** The damage, without advice. */
  readonly reason: string;
  /** Derived data, which Sheaf sets aside and rebuilds. */
  readonly mendsItself: boolean;
  constructor(sentence: string, options: { reason: string; mendsItself?: boolean; cause?: unknown }) {
    super(sentence, { cause: options.cause });
    this.reason = options.reason;
    this.mendsItself = options.mendsItself ?? false;
  }
}

/**
 * Thrown when a stream lacks events, or holds some that Sheaf didn't write. Other streams stay usable, so only the
 * call, report or job that needs it fails. The message tells the operator what to do.
 */
export class StreamDamaged extends Error {
  override name = "StreamDamaged";
}
