import { PlatformError } from "../../ports/store-platform.ts";

/** A bulk file that is not what it should be: no report is made of it. */
export const unreadableFile = (detail: string): PlatformError =>
  new PlatformError(
    "unexpected-answer",
    "The store platform sent a file of orders that we can't read. Run the report again, and contact us if it keeps failing.",
    detail,
  );
