import { PlatformError } from "../../ports/store-platform.ts";

const unusable = (what: string, detail: string): PlatformError =>
  new PlatformError("unexpected-answer", `${what} Run the report again, and contact us if it keeps failing.`, detail);

/** A malformed bulk file: no report is made of it. */
export const unreadableFile = (detail: string): PlatformError =>
  unusable("The store platform sent a file of orders that we can't read.", detail);

/** A bulk file whose rest doesn't come, however often it is asked for. */
export const shortFile = (detail: string): PlatformError =>
  unusable("The store platform sent only a part of its file of orders.", detail);

/** A bulk file with another encoding than we asked for, or a wrong one. */
export const packedFile = (detail: string): PlatformError =>
  unusable("The store platform packed its file of orders in a way that we can't unpack.", detail);

/** A bulk file at an address that we don't fetch from. */
export const fileElsewhere = (detail: string): PlatformError =>
  unusable("The store platform keeps its orders at a place that we don't call.", detail);
