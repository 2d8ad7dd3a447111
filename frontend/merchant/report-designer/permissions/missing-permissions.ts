import { columnsOnDemand, type ScopeOnDemand } from "#domain/columns/on-demand.ts";

type Titled = { Column: string; Title: string };

/** A permission that columns of the report lack, and which they are. */
export type MissingPermission = { scope: ScopeOnDemand; columns: readonly Titled[] };

/** What a merchant calls the things that a permission is about. */
export const permissionWords: Readonly<Record<ScopeOnDemand, string>> = {
  read_users: "staff members",
  read_payment_terms: "payment terms",
};

/** The permission that a column lacks; null where it has all, and as long as nobody knows. `granted`: the shop's scopes. */
export const missingOf = (column: string, granted: readonly string[] | undefined): ScopeOnDemand | null => {
  const scope = columnsOnDemand[column];
  return scope === undefined || granted === undefined || granted.includes(scope) ? null : scope;
};

/** The permissions that some columns lack, each once. */
export const missingPermissions = (
  columns: readonly Titled[],
  granted: readonly string[] | undefined,
): MissingPermission[] => {
  const lacking = Map.groupBy(columns, ({ Column }) => missingOf(Column, granted));
  return [...lacking].flatMap(([scope, of]) => (scope === null ? [] : [{ scope, columns: of }]));
};
