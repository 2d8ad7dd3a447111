/** Title of the dialog about a missing report design or filter (S-2.2.4). */
export const cannotCreateTitle = "Cannot create new Automated Report";
