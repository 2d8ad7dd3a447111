import type { NumberFormat } from "#domain/designs/design.ts";
import { formatProblem } from "#domain/designs/validate.ts";
import { NumberFormatType } from "#domain/enumerations.ts";
import { type CodeAmbiguity, findCodeAmbiguity } from "#domain/number-formats/code-ambiguity.ts";
import { formatCodeProblem } from "#domain/number-formats/format-code.ts";

/** Code and limit stay while another type is tried. */
export type FormatDraft = { type: NumberFormatType; code: string; limit: string };

export const draftOfFormat = (format: NumberFormat | null): FormatDraft => ({
  type: format?.type ?? NumberFormatType.None,
  code: format?.type === NumberFormatType.Custom ? format.code : "",
  limit: format?.type === NumberFormatType.LessThanRed ? String(format.limit) : "",
});

/** A draft's format, or its problem (S-2.5). `asTyped`: a doubtful code as typed, if Excel can read it. */
export type FormatValidation =
  | { format: NumberFormat | null }
  | { problem: string; doubt?: CodeAmbiguity; asTyped?: NumberFormat };

const doubted = (doubt: CodeAmbiguity, typed: Extract<NumberFormat, { code: string }>): FormatValidation => {
  const [only, ...rest] = doubt.meanings;
  const next = only !== undefined && rest.length === 0 ? `Press Enter to use “${only.code}”.` : "Choose one of these.";
  const asTyped = formatCodeProblem(typed.code) === undefined ? { asTyped: typed } : {};
  return { problem: `${doubt.reason} ${next}`, doubt, ...asTyped };
};

const judged = (format: NumberFormat): FormatValidation => {
  const problem = formatProblem(format);
  return problem === undefined ? { format } : { problem };
};

export const validateFormat = ({ type, code, limit }: FormatDraft): FormatValidation => {
  switch (type) {
    case NumberFormatType.None:
      return { format: null };
    case NumberFormatType.Currency:
      return { format: { type } };
    case NumberFormatType.Custom: {
      const format = { type, code: code.trim() };
      const doubt = findCodeAmbiguity(format.code);
      return doubt === undefined ? judged(format) : doubted(doubt, format);
    }
    case NumberFormatType.LessThanRed: {
      const typed = limit.trim().replace(",", ".");
      if (typed === "") return { problem: "Value is required" };
      const number = Number(typed);
      return Number.isFinite(number) ? judged({ type, limit: number }) : { problem: "Type a number, such as 5 or 2.5" };
    }
  }
};

export const isSameFormat = (one: NumberFormat | null, other: NumberFormat | null): boolean =>
  JSON.stringify(draftOfFormat(one)) === JSON.stringify(draftOfFormat(other));

export const formatExamples: readonly { code: string; name: string }[] = [
  { code: "0", name: "Whole number" },
  { code: "0.00", name: "Two decimals" },
  { code: "#,##0", name: "Thousands" },
  { code: "#,##0.00", name: "Thousands, two decimals" },
  { code: "0.0%", name: "Percent" },
  { code: '0 "pcs"', name: "With a word" },
  { code: "0.00;[Red]-0.00", name: "Negative in red" },
];
