/** Thrown when a store could not get its write lock within 2 s; answered as 503 with Retry-After. */
export class StoreBusy extends Error {
  override name = "StoreBusy";
}

/** Thrown when there is no room on the disk for a write, which then did not happen; answered as 503. */
export class StoreFull extends Error {
  override name = "StoreFull";
}
