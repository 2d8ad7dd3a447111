import { catalogue } from "./catalogue.ts";
import { scopesOf } from "./scopes.ts";

/** Every scope that a column of the catalogue needs beside `read_orders`: what a merchant may be asked for because of a column. */
export const scopesOfColumns: ReadonlySet<string> = new Set(catalogue.flatMap(scopesOf));
