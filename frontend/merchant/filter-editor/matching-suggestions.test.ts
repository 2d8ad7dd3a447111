import { describe, expect, it } from "vitest";
import { completeTyped, findMatchingSuggestions } from "./matching-suggestions.ts";

const names = ["Athens Warehouse", "Berlin Store", "Athens"];

describe("suggestions while a value is typed", () => {
  it("include everything before anything is typed", () => {
    expect(findMatchingSuggestions(names, "")).toEqual(names);
  });

  it("contain the typed text, in any case", () => {
    expect(findMatchingSuggestions(names, "STO")).toEqual(["Berlin Store"]);
    expect(findMatchingSuggestions(names, "Crete")).toEqual([]);
  });

  it("contain the typed text when typed without diacritics", () => {
    expect(findMatchingSuggestions(["Łódź", "Πάτρα", "Çınar"], "lodz")).toEqual(["Łódź"]);
    expect(findMatchingSuggestions(["Łódź", "Πάτρα", "Çınar"], "ΠΑΤ")).toEqual(["Πάτρα"]);
    expect(findMatchingSuggestions(["Łódź", "Πάτρα", "Çınar"], "CINAR")).toEqual(["Çınar"]);
  });

  it("are the same for a negated value", () => {
    expect(findMatchingSuggestions(names, "!ber")).toEqual(["Berlin Store"]);
    expect(findMatchingSuggestions(names, " ! ber")).toEqual(["Berlin Store"]);
  });

  it("begin with the exact word, before longer ones", () => {
    expect(findMatchingSuggestions(names, "athens")).toEqual(["Athens", "Athens Warehouse"]);
  });
});

describe("the value that Enter adds if only listed values are allowed", () => {
  it("is the only match for the typed text, negated if that was typed", () => {
    expect(completeTyped("ber", names)).toBe("Berlin Store");
    expect(completeTyped("!ber", names)).toBe("!Berlin Store");
  });

  it("is the typed text if several or none match, or if it means any value", () => {
    expect(completeTyped("ath", names)).toBe("ath");
    expect(completeTyped("Crete", names)).toBe("Crete");
    expect(completeTyped("!*", ["Five *"])).toBe("!*");
    expect(completeTyped("!", ["Berlin Store"])).toBe("!");
  });
});
