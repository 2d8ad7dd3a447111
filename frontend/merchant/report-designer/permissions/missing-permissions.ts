import { scopeByColumn } from "#domain/columns/optional-scopes.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";

type Titled = { Column: string; Title: string };

/** Permissions in merchants' words: every scope that a column may need beside orders. */
export const permissionLabels = {
  read_customers: "customers",
  read_locations: "locations",
  read_merchant_managed_fulfillment_orders: "fulfillment orders",
  read_payment_terms: "payment terms",
  read_products: "products",
  read_users: "staff members",
} as const;

export type PermissionScope = keyof typeof permissionLabels;

/** `columns`: those that need the permission. */
export type MissingPermission = { scope: PermissionScope; columns: readonly Titled[] };

/** Returns a column's missing scopes; none while that is unknown. */
export type FindMissingScopes = (column: string) => readonly PermissionScope[];

const isScope = (scope: string): scope is PermissionScope => Object.hasOwn(permissionLabels, scope);

/**
 * `granted`: the shop's scopes at its last login; `lacking`: those withdrawn since, according to the preview's orders.
 */
export const createFindMissingScopes = (
  granted: readonly string[] | undefined,
  lacking: Preview["Lacking"] = [],
): FindMissingScopes => {
  const withdrawn = new Map(lacking.map(({ Column, Scopes }) => [Column, Scopes.filter(isScope)]));
  return (column) => {
    const known = withdrawn.get(column);
    if (known !== undefined) return known;
    const scope = scopeByColumn[column];
    return scope === undefined || granted === undefined || granted.includes(scope) ? [] : [scope];
  };
};

/** Lists each missing permission once. */
export const missingPermissions = (columns: readonly Titled[], lacks: FindMissingScopes): MissingPermission[] => {
  const missing = new Map<PermissionScope, Titled[]>();
  for (const column of columns)
    for (const scope of lacks(column.Column)) missing.set(scope, [...(missing.get(scope) ?? []), column]);
  return [...missing].map(([scope, of]) => ({ scope, columns: of }));
};

const listed = new Intl.ListFormat("en", { type: "conjunction" });

/** 'customers and products'. */
export const describePermissions = (scopes: readonly PermissionScope[]): string =>
  listed.format(scopes.map((scope) => permissionLabels[scope]));
