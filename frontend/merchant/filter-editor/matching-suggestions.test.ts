import { describe, expect, it } from "vitest";
import { completeTyped, findMatchingSuggestions } from "./matching-suggestions.ts";

const names = ["Athens Warehouse", "Berlin Store", "Athens"];

describe("what is offered while a value is typed", () => {
  it("is everything before something is typed", () => {
    expect(findMatchingSuggestions(names, "")).toEqual(names);
  });

  it("holds what is typed, in any case", () => {
    expect(findMatchingSuggestions(names, "STO")).toEqual(["Berlin Store"]);
    expect(findMatchingSuggestions(names, "Crete")).toEqual([]);
  });

  it("holds what is typed by somebody without the marks of its letters", () => {
    expect(findMatchingSuggestions(["Łódź", "Πάτρα", "Çınar"], "lodz")).toEqual(["Łódź"]);
    expect(findMatchingSuggestions(["Łódź", "Πάτρα", "Çınar"], "ΠΑΤ")).toEqual(["Πάτρα"]);
    expect(findMatchingSuggestions(["Łódź", "Πάτρα", "Çınar"], "CINAR")).toEqual(["Çınar"]);
  });

  it("is the same for a value with 'not' before it", () => {
    expect(findMatchingSuggestions(names, "!ber")).toEqual(["Berlin Store"]);
    expect(findMatchingSuggestions(names, " ! ber")).toEqual(["Berlin Store"]);
  });

  it("begins with the word itself, not with a longer one", () => {
    expect(findMatchingSuggestions(names, "athens")).toEqual(["Athens", "Athens Warehouse"]);
  });
});

describe("what Enter takes where only the words of a list are taken", () => {
  it("is the only one that holds what is typed, with 'not' if that was typed", () => {
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
