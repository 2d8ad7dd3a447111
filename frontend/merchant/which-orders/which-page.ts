import { createContext, useContext } from "react";
import { OrderFilterView } from "#domain/enumerations.ts";
import { paths } from "../../shared/navigation/paths.ts";

/** A page with a choice of orders, as its parts need to know it. */
export type WhichPage = {
  /** The view of its own filter, which it offers first. */
  view: OrderFilterView;
  /** Path of the page, for an editor's way back. */
  path: string;
  /** The page's name in calls about its orders. */
  of: { location: "manual" } | { location: "live"; reportId: string };
};

export const generateReportPage: WhichPage = {
  view: OrderFilterView.ManualExport,
  path: paths.reports,
  of: { location: "manual" },
};

export const WhichPageContext = createContext<WhichPage>(generateReportPage);

/** The current page; Generate report by default. */
export const useWhichPage = (): WhichPage => useContext(WhichPageContext);

/** Navigation state that makes an editor's way back lead to the page. */
export const backTo = ({ path }: WhichPage) => ({ state: { from: path } });
