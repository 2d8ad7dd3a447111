import { compareCodePoints } from "../text/collation.ts";

/** `123` for `gid://shopify/Order/123` and for `123`. */
export const parseIdNumber = (id: string): string => id.slice(id.lastIndexOf("/") + 1);

/** Compares ids of one kind by number. */
export const compareIds = (left: string, right: string): number =>
  left.length - right.length || compareCodePoints(left, right);
