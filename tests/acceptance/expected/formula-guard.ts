const number = /^[+-]?\d+([.,]\d+)*$/;
const telephone = (text: string): boolean =>
  text.startsWith("+") && /\d/.test(text) && [...text.slice(1)].every((sign) => "0123456789 ().-/".includes(sign));

/** Below a space, all but tab and the two line ends; the two that aren't characters at all. */
const isDropped = (character: string): boolean =>
  (character < " " && !"\t\r\n".includes(character)) || character === "\ufffe" || character === "\uffff";

/**
 * R-32, with what ADR 16 adds to it: control characters are dropped; an apostrophe before text that begins
 * with `=`, `@`, tab, CR, LF, a full-width `＝＋－＠`, or with `+` or `-` unless the whole cell is a number or a phone
 * number. A byte order mark before any of them does not hide it.
 */
export const guarded = (given: string): string => {
  const text = [...given].filter((character) => !isDropped(character)).join("");
  const first = [...text].find((character) => character !== "\ufeff") ?? "";
  const isFormula = "=@\t\r\n＝＋－＠".includes(first) && first !== "";
  const isSigned = first === "+" || first === "-";
  return isFormula || (isSigned && !number.test(text) && !telephone(text)) ? `'${text}` : text;
};
