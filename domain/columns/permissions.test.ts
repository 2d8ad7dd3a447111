import { describe, expect, it } from "vitest";
import { catalogue } from "./catalogue.ts";
import { optionalScopes, scopeByColumn } from "./optional-scopes.ts";
import { catalogueScopes } from "./permissions.ts";
import { listScopes } from "./scopes.ts";

describe("the permissions that columns need", () => {
  it("include on-demand scopes only for the columns listed for them", () => {
    const onDemand: readonly string[] = optionalScopes;
    const found = catalogue.flatMap((column) =>
      listScopes(column)
        .filter((scope) => onDemand.includes(scope))
        .map((scope) => [column.key, scope]),
    );
    expect(Object.fromEntries(found)).toEqual(scopeByColumn);
    expect(found).toHaveLength(Object.keys(scopeByColumn).length);
  });

  it("are exactly these read-only scopes", () => {
    expect([...catalogueScopes].sort()).toEqual([
      "read_customers",
      "read_locations",
      "read_merchant_managed_fulfillment_orders",
      "read_payment_terms",
      "read_products",
      "read_users",
    ]);
  });

  it("require customer access for a company's location, and location access for the shop's own", () => {
    const scopes = (key: string) => listScopes(catalogue.find((column) => column.key === key) ?? { fields: [] });
    expect(scopes("CompanyLocation")).toEqual(["read_customers"]);
    expect(scopes("PosLocation")).toEqual(["read_locations"]);
  });
});
