/**
 * ETag of a list of the workspace: the version at which it was read, and so the base of an ordering. Undefined of an empty list,
 * which nobody can put in order.
 */
export const listEtag = (members: readonly { version: number; placeVersion: number }[]): string | undefined =>
  members.length === 0
    ? undefined
    : `"${Math.max(...members.flatMap(({ version, placeVersion }) => [version, placeVersion]))}"`;
