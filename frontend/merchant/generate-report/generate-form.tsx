import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import { type ReactNode, Suspense, useState } from "react";
import { OrderFilterView } from "#domain/enumerations.ts";
import type { ManualExport, UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import type { ListedDesign } from "#domain/wire/reports/reports.ts";
import { belowHeader } from "../../shared/theme/tokens.ts";
import { FormatField } from "../fields/format-field.tsx";
import { createLazyPart } from "../loading/create-lazy-part.tsx";
import { useReportChoice } from "../next-steps/report-choice.ts";
import { ScheduleButton } from "../next-steps/schedule-button.tsx";
import type { FilterList } from "../resources/filters/use-filter-list.ts";
import { isEmptyExpected } from "../resources/order-count.ts";
import { rangeProblem } from "../which-orders/dates/date-ranges.ts";
import { type ChosenFilter, conditionsKey, offeredFilters } from "../which-orders/filter/chosen-filter.ts";
import { useChosenFilter } from "../which-orders/filter/use-chosen-filter.ts";
import { selectionProblem } from "../which-orders/specific-orders/selection.ts";
import { useChosenOrders } from "../which-orders/specific-orders/use-chosen-orders.ts";
import { generateReportPage } from "../which-orders/which-page.ts";
import { DesignStep, type FormulaFault } from "./design-step.tsx";
import { FiltersStep } from "./filters-step.tsx";
import { GenerateFooter } from "./generate-footer.tsx";
import { type SeenDesign, useGeneratePreview } from "./preview/use-generate-preview.ts";
import { Step } from "./step.tsx";
import { useGenerate } from "./use-generate.ts";
import { useManualExport } from "./use-manual-export.ts";
import { useOrderCount } from "./use-order-count.ts";
import { WelcomeGuide } from "./welcome-guide.tsx";

const ReportPreview = createLazyPart(() => import("./preview/report-preview.tsx"));

type GenerateFormProps = { designs: ListedDesign[]; read: ManualExport; filterList: FilterList };

export const GenerateForm = ({ designs, read, filterList }: GenerateFormProps) => {
  const page = useManualExport(read);
  const { ReportId, FileType, UserOrderFilters: filters } = page.value;
  const [chosenOrders, setChosenOrders] = useChosenOrders();
  // The first design replaces one that was deleted since.
  const design = designs.find(({ id }) => id === ReportId) ?? designs[0];
  const problem = rangeProblem(filters);
  const chosenFilter = useChosenFilter(filters.report_filter_id, filterList);
  const isGone = chosenFilter.state === "gone";
  const until = problem !== null ? "choose the dates first" : isGone ? "choose a filter first" : null;
  const { count, check } = useOrderCount(page, until, chosenFilter);
  const generate = useGenerate();
  const { first, design: seen } = useGeneratePreview(
    design === undefined
      ? null
      : { ReportId: design.id, FileType, UserOrderFilters: filters, SelectedOrderIds: [...chosenOrders] },
    until,
    conditionsKey(chosenFilter),
  );
  const [made, setMade] = useState<string | null>(null);
  const selects = chosenOrders.size > 0;
  const hindrance =
    design === undefined
      ? "Create a report design first."
      : isGone
        ? "Choose another filter, or none."
        : (problem?.sentence ?? selectionProblem(chosenOrders));
  const isNew = designs.length === 0 && offeredFilters(filterList.data ?? [], generateReportPage.view).own.length === 0;

  const choose = (id: string) => page.change({ ...page.value, ReportId: id });
  const filter = (change: Partial<UserOrderFilters>) =>
    page.change({ ...page.value, UserOrderFilters: { ...filters, ...change } });

  useReportChoice(({ design: chosenDesign, filter: chosenFilterId }) => {
    if (chosenFilterId !== undefined) setChosenOrders(new Set());
    page.change({
      ...page.value,
      ...(chosenDesign !== undefined && { ReportId: chosenDesign }),
      ...(chosenFilterId !== undefined && {
        UserOrderFilters: { ...filters, report_filter_id: chosenFilterId },
      }),
    });
  });

  return (
    <Beside
      preview={
        design && (
          <Suspense fallback={null}>
            <ReportPreview found={first} designId={design.id} count={count} selected={chosenOrders.size} />
          </Suspense>
        )
      }
    >
      {isNew && (
        <WelcomeGuide
          onCreated={({ id }) => {
            setMade(id);
            choose(id);
          }}
        />
      )}
      {/* Clipped, as nothing sticks in a box that hides its overflow. The focus stays clear of the footer. */}
      <Paper
        variant="outlined"
        sx={{ overflow: "clip", "& :is(a, button, input, [role=combobox])": { scrollMarginBottom: { sm: "96px" } } }}
      >
        <Step number={1} title="Select report design" isDone={design !== undefined}>
          <DesignStep
            designs={designs}
            chosen={design?.id ?? null}
            onChoose={choose}
            columns={titlesOf(seen, design?.id)}
            faults={faultsOf(seen, design?.id)}
            isNew={made !== null && made === design?.id}
          />
        </Step>
        <Step number={2} title="Choose file format" isDone>
          <FormatField chosen={FileType} onChoose={(type) => page.change({ ...page.value, FileType: type })} />
        </Step>
        <Step number={3} title="Assign filters" isDone={!isGone && (selects || problem === null)}>
          <FiltersStep
            fileType={FileType}
            filters={filters}
            filterList={filterList}
            chosenFilter={chosenFilter}
            onChange={filter}
            problem={problem}
            count={count}
            check={check}
            saved={page.saving === "none" || page.saving === "error"}
            chosenOrders={chosenOrders}
            onChooseOrders={setChosenOrders}
          />
        </Step>
        <GenerateFooter
          filters={filters}
          selects={chosenOrders.size}
          count={count}
          hindrance={hindrance}
          isBusy={generate.isPending}
          saving={page.saving}
          schedule={
            design && (
              <ScheduleButton
                chosen={{
                  report_id: design.id,
                  file_type: FileType,
                  date_basis: filters.order_date_basis,
                  ...ownFilter(chosenFilter),
                }}
                size="large"
              />
            )
          }
          onGenerate={() =>
            design &&
            generate.mutate({
              ReportId: design.id,
              FileType,
              UserOrderFilters: filters,
              SelectedOrderIds: [...chosenOrders],
              EmptyExpected: isEmptyExpected(count, selects),
            })
          }
        />
      </Paper>
    </Beside>
  );
};

/** An automated report can't have a page's own filter, but only one of the merchant's. */
const ownFilter = (chosen: ChosenFilter): { report_filter_id?: string } =>
  chosen.state === "known" && chosen.filter.view === OrderFilterView.All ? { report_filter_id: chosen.filter.id } : {};

/** Columns of the chosen design; null while unknown. */
const titlesOf = (seen: SeenDesign | null, chosen: string | undefined): string[] | null =>
  seen === null || seen.id !== chosen
    ? null
    : seen.columns.filter(({ Visible, Disabled }) => Visible && !Disabled).map(({ Title }) => Title);

/** Problems of the chosen design's formulas; none while unknown. */
const faultsOf = (seen: SeenDesign | null, chosen: string | undefined): FormulaFault[] =>
  seen === null || seen.id !== chosen
    ? []
    : seen.columns.flatMap(({ Column, Title, FormulaProblem }) =>
        FormulaProblem === undefined ? [] : [{ column: Column, title: Title, problem: FormulaProblem }],
      );

/** The form with the preview beside it, or below if there is no room. */
const Beside = ({ preview, children }: { preview: ReactNode; children: ReactNode }) => (
  <Box
    sx={{
      display: "grid",
      gap: 3,
      alignItems: "start",
      gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 620px) minmax(0, 1fr)" },
    }}
  >
    <Stack spacing={2.5}>{children}</Stack>
    <Box sx={{ position: { lg: "sticky" }, top: { lg: belowHeader(24) } }}>{preview}</Box>
  </Box>
);
