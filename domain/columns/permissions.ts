import { catalogue } from "./catalogue.ts";
import { listScopes } from "./scopes.ts";

/** Scopes that columns of the catalogue need beside `read_orders`, and that a merchant may be asked for. */
export const catalogueScopes: ReadonlySet<string> = new Set(catalogue.flatMap(listScopes));
