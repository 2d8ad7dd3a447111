import { paths } from "../../shared/navigation/paths.ts";
import type { LegalDocumentId } from "./legal-document.ts";

/** Path, title and topic of each document. */
export const documentLinks: Readonly<Record<LegalDocumentId, { path: string; title: string; about: string }>> = {
  privacy: {
    path: paths.privacyNotice,
    title: "Privacy Notice",
    about: "What we keep about you and your store, why, and for how long.",
  },
  terms: {
    path: paths.termsOfService,
    title: "Terms of Service",
    about: "What you can expect of Sheaf, what it costs, and what we expect of you.",
  },
  dataProtection: {
    path: paths.dataProtectionAgreement,
    title: "Data Protection Agreement",
    about: "How we handle your customers' data when we work on your behalf.",
  },
};

export const documentIds = ["privacy", "terms", "dataProtection"] as const satisfies readonly LegalDocumentId[];
