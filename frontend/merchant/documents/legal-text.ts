import type { Clause, LegalDocument, LegalDocumentId, LegalText } from "./legal-document.ts";

export type TextPart =
  | { kind: "text"; text: string }
  | { kind: "document"; id: LegalDocumentId }
  | { kind: "section"; id: string };

const marked = /\{(#?[A-Za-z-]+)\}/g;

/** Splits a text into words, links to documents and links to sections. */
export const splitParts = (text: LegalText): TextPart[] => {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(marked)) {
    if (match.index > from) parts.push({ kind: "text", text: text.slice(from, match.index) });
    const name = match[1] ?? "";
    if (name.startsWith("#")) parts.push({ kind: "section", id: name.slice(1) });
    else parts.push({ kind: "document", id: name as LegalDocumentId });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ kind: "text", text: text.slice(from) });
  return parts;
};

const textsOfClause = (clause: Clause): LegalText[] => {
  if (typeof clause === "string") return [clause];
  if ("contact" in clause) return [clause.contact];
  if ("list" in clause) return [clause.text, ...clause.list];
  return [clause.text, ...clause.table.head, ...clause.table.rows.flat()];
};

/** All texts of a document, in reading order. */
export const listLegalTexts = (document: LegalDocument): LegalText[] => [
  document.lead,
  ...document.sections.flatMap((section) => section.clauses.flatMap(textsOfClause)),
];

/** A section's number, from 1; 0 for an unknown id. */
export const sectionNumber = (document: LegalDocument, id: string): number =>
  document.sections.findIndex((section) => section.id === id) + 1;
