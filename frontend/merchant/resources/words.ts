import type { ListedAutomation } from "#domain/wire/automations/automations.ts";

/** Words about things that automated reports use. */
type UsedWords = {
  /** Heading of what is said when automated reports are in the way of a deletion. */
  refused: string;
  /** The id of the thing of this kind that an automated report uses. */
  usedBy: (automation: ListedAutomation) => string;
};

/** Words about report designs and filters, here and on other pages. Those of S-1.8 and S-1.2.13 are kept to the letter. */
export type Words = ListWords & UsedWords & { cannotOrder: string };

/** Words of a list of things. */
export type ListWords = ThingWords & {
  heading: string;
  create: string;
  empty: string;
  emptyText: string;
  full: string;
  fullClone: string;
  cannotFetch: string;
  cannotCreate: string;
};

/** What is said wherever a thing is cloned or deleted. */
export type ThingWords = {
  /** Within a sentence. */
  thing: string;
  cannotClone: string;
  cannotDelete: string;
  deleted: string;
  /** What more is said in the question before a deletion. */
  deletes?: string;
} & Partial<UsedWords>;
