import type { Comparison } from "../../export/comparison.ts";
import type { RepeatedExport } from "../../export/events.ts";
import type { OrderSelection, ReportPeriod } from "../../export/order-selection.ts";
import type { FormulaFault } from "../../reports/formula-fault-text.ts";
import { formulaFaultsOnWire } from "../reports/formula-faults.ts";
import type { ExportJob, UserOrderFilters } from "../reports/reporting.ts";
import { rangeFromWire } from "./range-from-wire.ts";

/** Requested orders of a report, in wire form. */
export const orderSelectionOnWire = (selection: OrderSelection): UserOrderFilters => ({
  report_filter_id: selection.filterId,
  order_date_range: selection.range,
  order_date_from: selection.from,
  order_date_to: selection.to,
  ...(selection.days !== undefined && { order_date_days: selection.days }),
  ...(selection.yearBefore && { order_date_year_before: true }),
  ...(selection.basis && { order_date_basis: selection.basis }),
});

/** `asked`: null if not kept. */
export const selectionFieldsOfJob = (
  asked: OrderSelection | null,
): Pick<ExportJob, "Filters" | "FilterTitle" | "ChosenOrders"> => ({
  Filters: asked && orderSelectionOnWire(asked),
  FilterTitle: asked?.filterTitle ?? null,
  ChosenOrders: asked?.chosen ?? 0,
});

type FileDetails = { period?: ReportPeriod | null | undefined; formulaFaults?: FormulaFault[] | undefined };

/** Returns the period and the formula faults. */
export const detailFieldsOfJob = ({
  period,
  formulaFaults,
}: FileDetails): Pick<ExportJob, "Period" | "FormulaFaults"> => ({
  Period: period ? { From: period.from, To: period.to, Zone: period.zone } : null,
  FormulaFaults: formulaFaultsOnWire(formulaFaults),
});

type Repeat = { repeats?: RepeatedExport | null | undefined; compared?: Comparison | null | undefined };

/** `Compared`: once the export is finished. */
export const repeatFieldsOfJob = ({ repeats, compared }: Repeat): Pick<ExportJob, "Repeats" | "Compared"> => ({
  Repeats: repeats
    ? { ReportExportId: repeats.exportId, DateCreated: repeats.requestedAt, Erased: repeats.erased }
    : null,
  Compared: compared ? comparedOnWire(compared) : null,
});

const comparedOnWire = (compared: Comparison): NonNullable<ExportJob["Compared"]> => {
  switch (compared.outcome) {
    case "identical":
      return { Outcome: "identical" };
    case "differs": {
      const { added, removed, changed, reordered, pictures = false } = compared;
      return {
        Outcome: "differs",
        Added: added,
        Removed: removed,
        Changed: changed,
        Reordered: reordered,
        Pictures: pictures,
      };
    }
    case "unknown":
      return { Outcome: "unknown", Because: compared.because };
  }
};

/** Reverses {@link orderSelectionOnWire}. */
export const orderSelectionFromWire = (sent: UserOrderFilters): OrderSelection => ({
  filterId: sent.report_filter_id,
  ...rangeFromWire(sent),
});
