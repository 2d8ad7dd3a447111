import { describe, expect, it } from "vitest";
import { completed, offersFor } from "./offers.ts";

const names = ["Athens Warehouse", "Berlin Store", "Athens"];

describe("what is offered while a value is typed", () => {
  it("is everything before something is typed", () => {
    expect(offersFor(names, "")).toEqual(names);
  });

  it("holds what is typed, in any case", () => {
    expect(offersFor(names, "STO")).toEqual(["Berlin Store"]);
    expect(offersFor(names, "Crete")).toEqual([]);
  });

  it("holds what is typed by somebody without the marks of its letters", () => {
    expect(offersFor(["Łódź", "Πάτρα", "Çınar"], "lodz")).toEqual(["Łódź"]);
    expect(offersFor(["Łódź", "Πάτρα", "Çınar"], "ΠΑΤ")).toEqual(["Πάτρα"]);
    expect(offersFor(["Łódź", "Πάτρα", "Çınar"], "CINAR")).toEqual(["Çınar"]);
  });

  it("is the same for a value with 'not' before it", () => {
    expect(offersFor(names, "!ber")).toEqual(["Berlin Store"]);
    expect(offersFor(names, " ! ber")).toEqual(["Berlin Store"]);
  });

  it("begins with the word itself, not with a longer one", () => {
    expect(offersFor(names, "athens")).toEqual(["Athens", "Athens Warehouse"]);
  });
});

describe("what Enter takes where only the words of a list are taken", () => {
  it("is the only one that holds what is typed, with 'not' if that was typed", () => {
    expect(completed("ber", names)).toBe("Berlin Store");
    expect(completed("!ber", names)).toBe("!Berlin Store");
  });

  it("is what is typed while several hold it, or none, or it stands for any value", () => {
    expect(completed("ath", names)).toBe("ath");
    expect(completed("Crete", names)).toBe("Crete");
    expect(completed("!*", ["Five *"])).toBe("!*");
    expect(completed("!", ["Berlin Store"])).toBe("!");
  });
});
