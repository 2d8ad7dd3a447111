import type { Call } from "#application/http/route.ts";

/**
 * Sets the headers of a workspace list. The ETag is the version at which it was read, and so the base of a reordering.
 * An empty list has no ETag, as it cannot be reordered. A list that may be half changed has `x-stale` instead: ask
 * again.
 */
export const describeList = (
  call: Pick<Call, "setHeader">,
  members: readonly { version: number; placeVersion: number }[],
  isWhole: boolean,
): void => {
  if (!isWhole) call.setHeader("x-stale", "true");
  else if (members.length > 0) {
    const newest = Math.max(...members.flatMap(({ version, placeVersion }) => [version, placeVersion]));
    call.setHeader("etag", `"${newest}"`);
  }
};
