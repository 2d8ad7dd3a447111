import { quotaWords } from "#domain/workspace/refusals.ts";

/** What is said of report designs and filters, here and on other pages. Words of part 1 sections 8 and 2.13 are kept to the letter. */
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

export const designWords: Words = {
  heading: "Report designs",
  thing: "report design",
  create: "Create report design",
  empty: "No report design available",
  emptyText: "A report design says which columns a report shows, and what one row of it is.",
  full: quotaWords.report,
  fullClone: "You have exceeded the report's quota",
  cannotFetch: "Cannot fetch reports from server",
  cannotCreate: "Cannot create a new report",
  cannotClone: "Cannot clone the report",
  cannotDelete: "Cannot delete the report",
  cannotOrder: "Cannot save report's ordering",
  deleted: "The report is deleted",
  refused: "Error deleting report",
};

export const filterWords: Words = {
  heading: "Filters",
  thing: "filter",
  create: "Create filter",
  empty: "No filters created",
  emptyText: "A filter chooses orders and their lines. One that is kept here serves every report.",
  full: quotaWords.filter,
  fullClone: "You have exceeded the filter's quota",
  cannotFetch: "Cannot fetch filters from server",
  cannotCreate: "Cannot create a new filter",
  cannotClone: "Cannot clone the filter",
  cannotDelete: "Cannot delete the filter",
  cannotOrder: "Cannot save filter's ordering",
  deleted: "The filter is deleted",
  refused: "Error deleting filter",
};
