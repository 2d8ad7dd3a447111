/** What a person of support may do at the console, each all that those before it may. */
export const roles = ["viewer", "agent", "admin"] as const;
export type Role = (typeof roles)[number];

/** Whether somebody with a role may do what needs another one. */
export const mayAs = (has: Role, needs: Role): boolean => roles.indexOf(has) >= roles.indexOf(needs);

/** The highest role that a claim names, which is a text or a list of them; undefined where it names none. */
export const roleIn = (claim: unknown): Role | undefined => {
  const named: unknown[] = Array.isArray(claim) ? claim : [claim];
  return roles.findLast((role) => named.includes(role));
};
