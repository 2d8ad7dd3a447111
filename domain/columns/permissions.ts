import { catalogue } from "./catalogue.ts";
import { scopesOf } from "./scopes.ts";

/** Scopes that columns of the catalogue need beside `read_orders`, and that a merchant may be asked for. */
export const catalogueScopes: ReadonlySet<string> = new Set(catalogue.flatMap(scopesOf));
