import { functionTable } from "#domain/formulas/syntax/function-table.ts";

/** Arguments other than one number, for functions that check the shape of their arguments before counting them. */
const shaped: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    "DAVERAGE DCOUNT DCOUNTA DGET DMAX DMIN DPRODUCT DSTDEV DSTDEVP DSUM DVAR DVARP"
      .split(" ")
      .map((name) => [name, ["A1:C3", "1", "A1:B2"]]),
  ),
  ...Object.fromEntries("GROWTH IRR LINEST LOGEST MIRR TREND".split(" ").map((name) => [name, ["B1:B3"]])),
};

/** `=SIN(B1)` */
export const callWith = (name: string, count: number): string =>
  `=${name}(${Array.from({ length: count }, (_, at) => shaped[name]?.[at] ?? "B1").join(",")})`;

/** A call of every function with its fewest and with its most arguments. */
export const callsOfEveryFunction = (): string[] =>
  [...functionTable].flatMap(([name, { minArguments, maxArguments }]) =>
    [...new Set([minArguments, maxArguments])].map((count) => callWith(name, count)),
  );
