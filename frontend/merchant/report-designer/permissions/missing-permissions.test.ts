import { describe, expect, it } from "vitest";
import { catalogueScopes } from "#domain/columns/permissions.ts";
import { createFindMissingScopes, missingPermissions, permissionLabels } from "./missing-permissions.ts";

const column = (Column: string) => ({ Column, Title: `The ${Column}` });

describe("the permissions that a report lacks", () => {
  it("are those of its columns that the shop didn't grant, each once", () => {
    const columns = ["OrderNum", "PaymentTerms", "StaffMember", "PaymentDueDate"].map(column);
    expect(missingPermissions(columns, createFindMissingScopes(["read_orders"]))).toEqual([
      { scope: "read_payment_terms", columns: [column("PaymentTerms"), column("PaymentDueDate")] },
      { scope: "read_users", columns: [column("StaffMember")] },
    ]);
    expect(
      missingPermissions(columns, createFindMissingScopes(["read_orders", "read_users", "read_payment_terms"])),
    ).toEqual([]);
  });

  it("include those withdrawn later, whatever the last login granted", () => {
    const lacks = createFindMissingScopes(
      ["read_customers", "read_products", "read_users"],
      [
        { Column: "CustomerTags", Scopes: ["read_customers"] },
        { Column: "ProductType", Scopes: ["read_products", "read_something"] },
        { Column: "StaffMember", Scopes: ["read_users"] },
      ],
    );
    const columns = ["OrderNum", "CustomerTags", "ProductType", "StaffMember"].map(column);
    expect(missingPermissions(columns, lacks)).toEqual([
      { scope: "read_customers", columns: [column("CustomerTags")] },
      { scope: "read_products", columns: [column("ProductType")] },
      { scope: "read_users", columns: [column("StaffMember")] },
    ]);
  });

  it("are empty until the granted ones are known", () => {
    expect(createFindMissingScopes(undefined)("StaffMember")).toEqual([]);
    expect(createFindMissingScopes([])("StaffMember")).toEqual(["read_users"]);
    expect(createFindMissingScopes([])("OrderNum")).toEqual([]);
  });

  it("have a label for every scope that a column needs", () => {
    expect(Object.keys(permissionLabels).sort()).toEqual([...catalogueScopes].sort());
  });
});
