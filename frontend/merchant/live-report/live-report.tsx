import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { useEffect, useState } from "react";
import type { LivePage } from "#domain/wire/live.ts";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import type { ListedDesign } from "#domain/wire/reports/reports.ts";
import { BarSaving } from "../bottom-bar/bar-saving.tsx";
import type { FilterList } from "../resources/filters/use-filter-list.ts";
import { rangeProblem } from "../which-orders/dates/date-ranges.ts";
import { conditionsKey } from "../which-orders/filter/chosen-filter.ts";
import { useChosenFilter } from "../which-orders/filter/use-chosen-filter.ts";
import { selectionProblem } from "../which-orders/specific-orders/selection.ts";
import { useChosenOrders } from "../which-orders/specific-orders/use-chosen-orders.ts";
import { LiveConfiguration } from "./configuration/live-configuration.tsx";
import { LiveRows } from "./live-rows.tsx";
import { useLiveTable } from "./refresh/use-live-table.ts";
import { useLiveState } from "./use-live-state.ts";

type LiveReportProps = {
  designs: ListedDesign[];
  design: ListedDesign;
  read: LivePage;
  /** The design was chosen in the field. The server then records it as last viewed. */
  isChosen: boolean;
  /** The design was chosen just now, and its field has the focus. */
  takesFocus: boolean;
  onChooseDesign: (id: string) => void;
  filterList: FilterList;
  /** Survives a change of design; null until the configuration is opened or closed. */
  open: boolean | null;
  onOpen: (open: boolean) => void;
};

/** A design's choice of orders, and its rows as they arrive. */
export const LiveReport = (props: LiveReportProps) => {
  const { designs, design, read, isChosen, filterList, open, onOpen } = props;
  const page = useLiveState(read, design.id);
  const filters = page.value.UserOrderFilters;
  const [chosenOrders, setChosenOrders] = useChosenOrders();
  const chosenFilter = useChosenFilter(filters.report_filter_id, filterList);
  const problem = rangeProblem(filters);
  const hindrance =
    page.saving === "error"
      ? "Your choices couldn't be saved, so we can't show their orders. Choose again."
      : chosenFilter.state === "gone"
        ? "Choose another filter, or none."
        : chosenOrders.size > 0
          ? selectionProblem(chosenOrders)
          : (problem?.sentence ?? null);
  const table = useLiveTable({
    reportId: design.id,
    filters,
    conditions: conditionsKey(chosenFilter),
    orderIds: [...chosenOrders],
    isReady: hindrance === null && page.saving === "none" && chosenFilter.state !== "loading",
  });
  const { change } = page;
  const [first] = useState(page.value);
  useEffect(() => {
    if (isChosen) change(first);
  }, [isChosen, change, first]);
  return (
    <Stack spacing={2}>
      <BarSaving saving={page.saving} />
      <LiveConfiguration
        open={open}
        onOpen={onOpen}
        designs={designs}
        design={design}
        takesFocus={props.takesFocus}
        onChooseDesign={props.onChooseDesign}
        filters={filters}
        onChange={(wanted: Partial<UserOrderFilters>) =>
          change({ ...page.value, UserOrderFilters: { ...filters, ...wanted } })
        }
        filterList={filterList}
        chosenFilter={chosenFilter}
        problem={problem}
        saved={page.saving === "none" || page.saving === "error"}
        chosenOrders={chosenOrders}
        onChooseOrders={setChosenOrders}
      />
      <Box>
        <LiveRows
          reportId={design.id}
          title={design.title}
          table={table}
          hindrance={hindrance}
          isOfChosenOrders={chosenOrders.size > 0}
        />
      </Box>
    </Stack>
  );
};
