import { paths } from "../../../shared/navigation/paths.ts";

/** What an address is opened with so that its way back leads to Reports. */
export const backToReports = { state: { from: paths.reports } };
