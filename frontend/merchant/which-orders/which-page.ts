import { createContext, useContext } from "react";
import { OrderFilterView } from "#domain/enumerations.ts";
import { paths } from "../../shared/navigation/paths.ts";

/** A page on which orders are chosen, as what is on it has to know it. */
export type WhichPage = {
  /** Of its own filter, which it offers first. */
  view: OrderFilterView;
  /** Its address, for the way back from an editor. */
  path: string;
  /** How calls about its orders name it. */
  of: { location: "manual" } | { location: "live"; reportId: string };
};

export const generateReportPage: WhichPage = {
  view: OrderFilterView.ManualExport,
  path: paths.reports,
  of: { location: "manual" },
};

export const WhichPageContext = createContext<WhichPage>(generateReportPage);

/** The page that this is on; Generate report where nothing else is said. */
export const useWhichPage = (): WhichPage => useContext(WhichPageContext);

/** What an editor is opened with so that its way back leads to the page. */
export const backTo = ({ path }: WhichPage) => ({ state: { from: path } });
