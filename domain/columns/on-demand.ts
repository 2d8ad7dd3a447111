/**
 * Scopes that only few stores have something behind: nobody is asked for them before a column needs them (P-1.6). Once granted they are
 * asked for again at every log-in, since a consent to less would end them.
 */
export const scopesOnDemand = ["read_users", "read_payment_terms"] as const;
export type ScopeOnDemand = (typeof scopesOnDemand)[number];

/** The columns behind them. By hand, so that whoever asks needs no catalogue; a test holds it against that. */
export const columnsOnDemand: Readonly<Record<string, ScopeOnDemand>> = {
  StaffMember: "read_users",
  PaymentTerms: "read_payment_terms",
  PaymentDueDate: "read_payment_terms",
};
