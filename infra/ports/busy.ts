/** Thrown when a store could not get its write lock within 2 s; answered as 503 with Retry-After. */
export class StoreBusy extends Error {
  override name = "StoreBusy";
}
