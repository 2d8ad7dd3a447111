import { catalogue } from "./catalogue.ts";
import { scopesOf } from "./scopes.ts";

/** Every scope that a column of the catalogue needs beside `read_orders`: what a merchant may be asked for because of a column. */
export const scopesOfColumns: ReadonlySet<string> = new Set(catalogue.flatMap(scopesOf));

/** Scopes that only few stores have something behind: nobody is asked for them before a column needs them (P-1.6). */
export const scopesOnDemand: readonly string[] = ["read_users", "read_payment_terms"];
