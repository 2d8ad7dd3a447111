/**
 * A store can't be used now, for example because its write lock isn't free within 2 s. The API responds with 503 and
 * Retry-After.
 */
export class StoreBusy extends Error {
  override name = "StoreBusy";
}

/**
 * The disk is read-only or fails; answered as 503. Nothing was written. Waiting is safe: nobody else can write there,
 * and the same write may succeed later. The message names the place and the remedy.
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

/** A read failed, which says nothing about the data. */
export class StoreUnreadable extends StoreUnwritable {
  override name = "StoreUnreadable";
  constructor(where: string, reason: string, options?: ErrorOptions) {
    super(where, reason, options);
    this.message = `The disk gave an error when ${where} was read (${reason}). Nothing says that the file is damaged. Check the disk and its connection. Waiting work continues by itself.`;
  }
}

/** A store's file isn't what was written: no read or write is safe. */
export class StoreDamaged extends Error {
  override name = "StoreDamaged";
  /** Cause without advice. */
  readonly reason: string;
  /** Derived data: Sheaf sets it aside and rebuilds it. */
  readonly mendsItself: boolean;
  constructor(sentence: string, options: { reason: string; mendsItself?: boolean; cause?: unknown }) {
    super(sentence, { cause: options.cause });
    this.reason = options.reason;
    this.mendsItself = options.mendsItself ?? false;
  }
}

/**
 * A stream lacks events, or holds some that Sheaf didn't write. Only what needs it fails. The message tells the
 * operator what to do.
 */
export class StreamDamaged extends Error {
  override name = "StreamDamaged";
}
