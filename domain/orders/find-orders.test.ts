import { expect, it } from "vitest";
import { findNumbers, searchForNumbers, searchForText } from "./find-orders.ts";

it("each word of a text is searched as the beginning of a number, a name or an e-mail address", () => {
  expect(searchForText(" #1001 ")).toBe("(name:#1001* OR email:#1001* OR #1001*)");
  expect(searchForText("Ada  Lo")).toBe("(name:Ada* OR email:Ada* OR Ada*) (name:Lo* OR email:Lo* OR Lo*)");
  expect(searchForText("  ")).toBe("");
});

it("special characters in a text are escaped", () => {
  expect(searchForText("-status:open")).toBe(
    "(name:\\-status\\:open* OR email:\\-status\\:open* OR \\-status\\:open*)",
  );
  expect(searchForText("a)OR(b*")).toBe("(name:a\\)OR\\(b\\** OR email:a\\)OR\\(b\\** OR a\\)OR\\(b\\**)");
  expect(searchForNumbers(["O'1' OR status:open"])).toBe("name:'o\\'1\\' or status:open'");
});

it("numbers are searched once, with or without #", () => {
  expect(searchForNumbers(["#1001", "1001", "EN-7"])).toBe("name:'1001' OR name:'en-7'");
});

it("numbers match orders in any letter case and without the shop's prefix, and the others are listed", () => {
  const orders = [
    { id: "a", name: "#1001" },
    { id: "b", name: "EN1002" },
    { id: "c", name: "A7" },
    { id: "d", name: "B7" },
  ];
  expect(findNumbers(["1001", "#1001", "en1002", "1002", "1003", "7", "b7"], orders)).toEqual({
    ids: ["a", "b", "d"],
    notFound: ["1003", "7"],
  });
});
