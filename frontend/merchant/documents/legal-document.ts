/**
 * One or more sentences. `{terms}` is a link to that document, `{#data-we-keep}` one to a section of the same document.
 */
export type LegalText = string;

/** A numbered paragraph of a section, with its list or table if any. */
export type Clause =
  | LegalText
  | { text: LegalText; list: readonly LegalText[] }
  | { text: LegalText; table: { head: readonly string[]; rows: readonly (readonly LegalText[])[] } }
  /** The provider's contact data; the addresses are configuration. */
  | { contact: LegalText };

type Section = {
  /** Anchor in the address. It stays when the title changes, as others link to it. */
  id: string;
  title: string;
  clauses: readonly Clause[];
};

export type LegalDocumentId = "privacy" | "terms" | "dataProtection";

export type LegalDocument = {
  id: LegalDocumentId;
  title: string;
  /** ISO day of the last change. */
  updated: string;
  /** The document's purpose, in a sentence or two. */
  lead: LegalText;
  sections: readonly Section[];
};
