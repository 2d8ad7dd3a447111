import type { Call } from "#application/http/route.ts";

/**
 * The ETag is the version read, the base of a reordering; an empty list needs none. A list that may be half changed has
 * `x-stale` instead.
 */
export const setListHeaders = (
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
