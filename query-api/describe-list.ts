import type { Call } from "#application/http/route.ts";

/**
 * The headers of a list of the workspace. Its ETag is the version at which it was read, and so the base of an ordering; an empty list has
 * none, as nobody can put it in order, and neither has one that may be half changed: `x-stale` says to ask again.
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
