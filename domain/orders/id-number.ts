import { compareCodePoints } from "../text/collation.ts";

/** The number at the end of one of the platform's ids: `123` of `gid://shopify/Order/123`, and of `123` itself. */
export const idNumber = (id: string): string => id.slice(id.lastIndexOf("/") + 1);

/** Ids of one kind by their numbers: they are as long as their numbers are big. */
export const compareIds = (left: string, right: string): number =>
  left.length - right.length || compareCodePoints(left, right);
