import { describe, expect, it } from "vitest";
import { completeTyped, findMatchingSuggestions } from "./matching-suggestions.ts";

const names = ["Athens Warehouse", "Berlin Store", "Athens"];

describe("suggestions while a value is typed", () => {
  it("are everything before anything is typed", () => {
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

  it("are the same for a value with 'not' before it", () => {
    expect(findMatchingSuggestions(names, "!ber")).toEqual(["Berlin Store"]);
    expect(findMatchingSuggestions(names, " ! ber")).toEqual(["Berlin Store"]);
  });

  it("begin with the word itself, not with a longer one", () => {
    expect(findMatchingSuggestions(names, "athens")).toEqual(["Athens", "Athens Warehouse"]);
  });
});

describe("the value taken by Enter where only listed words are allowed", () => {
  it("is the only match of the typed text, with 'not' if that was typed", () => {
    expect(completeTyped("ber", names)).toBe("Berlin Store");
    expect(completeTyped("!ber", names)).toBe("!Berlin Store");
  });

  it("is the typed text if several contain it, or none, or it stands for any value", () => {
    expect(completeTyped("ath", names)).toBe("ath");
    expect(completeTyped("Crete", names)).toBe("Crete");
    expect(completeTyped("!*", ["Five *"])).toBe("!*");
    expect(completeTyped("!", ["Berlin Store"])).toBe("!");
  });
});
