import type { ListedAutomation } from "#domain/wire/automations/automations.ts";

type InUseTexts = {
  /** Heading of the message that automated reports prevent a deletion. */
  refused: string;
  /** The id of this kind's object that an automated report uses. */
  usedBy: (automation: ListedAutomation) => string;
};

/** Texts about report designs and filters. Those of S-1.8 and S-1.2.13 are verbatim. */
export type WorkspaceTexts = ListTexts & InUseTexts & { cannotOrder: string };

export type ListTexts = ItemTexts & {
  heading: string;
  create: string;
  empty: string;
  emptyText: string;
  full: string;
  fullClone: string;
  cannotFetch: string;
  cannotCreate: string;
};

/** Texts for cloning and deleting. */
export type ItemTexts = {
  /** Used within a sentence. */
  itemName: string;
  cannotClone: string;
  cannotDelete: string;
  deleted: string;
  /** Shown in the confirmation before a deletion. */
  deletes?: string;
} & Partial<InUseTexts>;
