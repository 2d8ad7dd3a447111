import { describe, expect, it } from "vitest";
import { catalogue } from "./catalogue.ts";
import { optionalScopes, scopeByColumn } from "./optional-scopes.ts";
import { catalogueScopes } from "./permissions.ts";
import { listScopes } from "./scopes.ts";

describe("the permissions that columns need", () => {
  it("are requested on demand only by the columns marked so", () => {
    const onDemand: readonly string[] = optionalScopes;
    const found = catalogue.flatMap((column) =>
      listScopes(column)
        .filter((scope) => onDemand.includes(scope))
        .map((scope) => [column.key, scope]),
    );
    expect(Object.fromEntries(found)).toEqual(scopeByColumn);
    expect(found).toHaveLength(Object.keys(scopeByColumn).length);
  });

  it("are read-only, and each is needed by some column", () => {
    expect([...catalogueScopes].sort()).toEqual([
      "read_customers",
      "read_locations",
      "read_merchant_managed_fulfillment_orders",
      "read_payment_terms",
      "read_products",
      "read_users",
    ]);
  });

  it("separate a company's location, which goes with customers, from the shop's own", () => {
    const scopes = (key: string) => listScopes(catalogue.find((column) => column.key === key) ?? { fields: [] });
    expect(scopes("CompanyLocation")).toEqual(["read_customers"]);
    expect(scopes("PosLocation")).toEqual(["read_locations"]);
  });
});
