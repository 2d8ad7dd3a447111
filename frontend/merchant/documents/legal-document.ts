/**
 * A sentence or more. `{terms}` stands for a link to that document, `{#data-we-keep}` for one to a section of the same
 * document.
 */
export type LegalText = string;

/** One numbered paragraph of a section, alone or with what it introduces. */
export type Clause =
  | LegalText
  | { text: LegalText; list: readonly LegalText[] }
  | { text: LegalText; table: { head: readonly string[]; rows: readonly (readonly LegalText[])[] } }
  /** How the provider is reached; the addresses are configuration. */
  | { contact: LegalText };

type Section = {
  /** Anchor in the address; stays when the title changes, because others link to it. */
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
  /** What the document is, in a sentence or two. */
  lead: LegalText;
  sections: readonly Section[];
};
