import { describe, expect, it } from "vitest";
import { findCustomColumnKinds } from "./add-custom-column.tsx";

describe("a merchant searching for a column of their own", () => {
  it.each(["formula", "Formla", "calculate", "calculated column", "excel", "multiply"])(
    "finds the formula by %s",
    (typed) => expect(findCustomColumnKinds(typed)).toEqual(["formula"]),
  );

  it.each(["empty", "Emtpy column", "blank", "spacer"])("finds the empty one by %s", (typed) =>
    expect(findCustomColumnKinds(typed)).toEqual(["empty"]),
  );

  it.each(["custom column", "custom", ""])("finds both by '%s'", (typed) =>
    expect(findCustomColumnKinds(typed).toSorted()).toEqual(["empty", "formula"]),
  );

  it.each(["price", "Custom 7", "email", "sku", "order", "note"])("finds neither by %s", (typed) =>
    expect(findCustomColumnKinds(typed)).toEqual([]),
  );
});
