import { describe, expect, it } from "vitest";
import { asksForFormula } from "./add-formula.tsx";

describe("a merchant searching for a computed column", () => {
  it.each(["formula", "Formla", "calculate", "calculated column", "custom column", "custom", "excel", "multiply"])(
    "finds it by %s",
    (typed) => expect(asksForFormula(typed)).toBe(true),
  );

  it.each(["price", "Custom 7", "email", "sku", "order"])("doesn't find it by %s", (typed) =>
    expect(asksForFormula(typed)).toBe(false),
  );
});
