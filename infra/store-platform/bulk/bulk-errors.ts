import { PlatformError } from "../../ports/store-platform.ts";

const unusable = (what: string, detail: string): PlatformError =>
  new PlatformError("unexpected-answer", `${what} Run the report again, and contact us if it keeps failing.`, detail);

export const createUnreadableFileError = (detail: string): PlatformError =>
  unusable("The store platform sent a file of orders that we can't read.", detail);

/** Error of a file that ends early: the rest never comes. */
export const truncatedFileError = (detail: string): PlatformError =>
  unusable("The store platform sent only a part of its file of orders.", detail);

export const compressedFileError = (detail: string): PlatformError =>
  unusable("The store platform packed its file of orders in a way that we can't unpack.", detail);

/** We never fetch from its address. */
export const foreignFileError = (detail: string): PlatformError =>
  unusable("The store platform keeps its orders at an address that we don't call.", detail);
