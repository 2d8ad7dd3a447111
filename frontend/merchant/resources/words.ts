/** What is said of report designs and filters, here and on other pages. Words of S-1.8 and S-1.2.13 are kept to the letter. */
export type Words = {
  heading: string;
  /** Within a sentence. */
  thing: string;
  create: string;
  empty: string;
  emptyText: string;
  full: string;
  fullClone: string;
  cannotFetch: string;
  cannotCreate: string;
  cannotClone: string;
  cannotDelete: string;
  cannotOrder: string;
  deleted: string;
  refused: string;
};
