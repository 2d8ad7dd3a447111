/**
 * Scopes for data that few stores have, requested only when a column needs them (P-1.6). Every later login must request
 * granted ones again: consent to fewer scopes would revoke them.
 */
export const optionalScopes = ["read_users", "read_payment_terms"] as const;
export type OptionalScope = (typeof optionalScopes)[number];

/** Duplicates the catalogue so that callers need not load it; a test compares both. */
export const scopeByColumn: Readonly<Record<string, OptionalScope>> = {
  StaffMember: "read_users",
  PaymentTerms: "read_payment_terms",
  PaymentDueDate: "read_payment_terms",
};
