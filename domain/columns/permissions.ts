import { catalogue } from "./catalogue.ts";
import { listScopes } from "./scopes.ts";

/** Scopes that columns need beside `read_orders`. A merchant may be asked for them. */
export const catalogueScopes: ReadonlySet<string> = new Set(catalogue.flatMap(listScopes));
