import { expect, it } from "vitest";
import { createShift } from "./shift.ts";

const rows = { first: 2, firstIndex: 0, last: 1_048_576 };
const third = (formula: string, at = rows) => createShift(formula)(2, at);

it.each([
  ["=A1", "A4"],
  ["=a1+$b1*C$1", "A4+$B4*C$2"],
  ["=SUM($A$1:A3)", "SUM($A$2:A6)"],
  ['=IF(A1="A1","B2",B2)', 'IF(A4="A1","B2",B5)'],
  ["=SUM(A:A)/SUM($B:$B)", "SUM(A:A)/SUM($B:$B)"],
  ["=SUM(2:$3)", "SUM(5:$4)"],
  ["=LOG10(A1)", "LOG10(A4)"],
  ['=textjoin(",",TRUE,A1:B1)', '_xlfn.TEXTJOIN(",",TRUE,A4:B4)'],
  ["=_xlfn.CONCAT(A1)", "_xlfn.CONCAT(A4)"],
  ["= A1 + 1", " A4 + 1"],
  ["=1E5-A1", "1E5-A4"],
  ["=5.+5.e3+.5+5.5-A1", "5+5e3+.5+5.5-A4"],
  ["=SUM( { 1 , -2 ; 3 , 4 } , A1 )", "SUM( {1,-2;3,4} , A4 )"],
  ["=norm.s.dist(A1,TRUE)", "_xlfn.NORM.S.DIST(A4,TRUE)"],
  ["=_xlfn.sum(A1)", "SUM(A4)"],
])("%s in the third row, below a header, becomes %s", (formula, written) => {
  expect(third(formula)).toBe(written);
});

it("starts again on another worksheet, and cannot refer to cells of the previous one", () => {
  const further = { first: 2, firstIndex: 2, last: 4 };
  expect(third("=A1", further)).toBe("A2");
  expect(third("=A3", further)).toBe("A4");
  expect(third("=A4", further)).toBeNull();
  expect(third("=A$1", further)).toBeNull();
});
