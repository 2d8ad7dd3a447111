/** The recording's scenes, a sentence each. Also its captions and text alternative. */
export const tourSteps = [
  "Create your first report design. It shows everything that was ordered.",
  "Choose a file format, for example Excel.",
  "Choose the dates. The count shows how many orders the report will hold.",
  "Press Generate. The report is made while you go on working.",
  "Download it from Report exports, or share its link.",
] as const;
