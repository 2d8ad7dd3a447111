/** Roles of support agents. Each has the permissions of those before it. */
export const roles = ["viewer", "agent", "admin"] as const;
export type Role = (typeof roles)[number];

/** True if role `has` includes role `needs`. */
export const hasRole = (has: Role, needs: Role): boolean => roles.indexOf(has) >= roles.indexOf(needs);

/** Returns the highest role in a claim (a text or a list), if any. */
export const parseRoleClaim = (claim: unknown): Role | undefined => {
  const named: unknown[] = Array.isArray(claim) ? claim : [claim];
  return roles.findLast((role) => named.includes(role));
};
