import { describe, expect, it } from "vitest";
import { missingOf, missingPermissions } from "./missing-permissions.ts";

const column = (Column: string) => ({ Column, Title: `The ${Column}` });

describe("the permissions that a report lacks", () => {
  it("are those of its columns that the shop has not granted, each once", () => {
    const columns = ["OrderNum", "PaymentTerms", "StaffMember", "PaymentDueDate"].map(column);
    expect(missingPermissions(columns, ["read_orders"])).toEqual([
      { scope: "read_payment_terms", columns: [column("PaymentTerms"), column("PaymentDueDate")] },
      { scope: "read_users", columns: [column("StaffMember")] },
    ]);
    expect(missingPermissions(columns, ["read_orders", "read_users", "read_payment_terms"])).toEqual([]);
  });

  it("are none as long as nobody knows what was granted", () => {
    expect(missingOf("StaffMember", undefined)).toBeNull();
    expect(missingOf("StaffMember", [])).toBe("read_users");
    expect(missingOf("OrderNum", [])).toBeNull();
  });
});
