/** What is said of report designs and filters, here and on other pages. Words of S-1.8 and S-1.2.13 are kept to the letter. */
export type Words = ListWords & {
  cannotOrder: string;
  refused: string;
};

/** What a list of things says. */
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
};
