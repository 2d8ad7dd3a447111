import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import FormLabel from "@mui/material/FormLabel";
import Link from "@mui/material/Link";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router-dom";
import { DateBasis } from "#domain/enumerations.ts";
import { anyStatus } from "#domain/filters/compile/conditions.ts";
import { describeFilter } from "#domain/filters/description/describe-filter.ts";
import { dateBasisWords } from "#domain/orders/date-basis-words.ts";
import { daysBack } from "#domain/schedule/days-back.ts";
import { allOrdersTitle } from "#domain/wire/filters/filters.ts";
import { chooseFilterMessage } from "#domain/workspace/automations/automation-problems.ts";
import { filterEditorPath, reportDesignerPath } from "../../shared/navigation/paths.ts";
import { useMenuPosition } from "../../shared/ui/use-menu-position.ts";
import { FormatField } from "../fields/format-field.tsx";
import { Tick } from "../fields/tick.tsx";
import { useDesignList } from "../resources/designs/use-design-list.ts";
import { withoutSystemFilters } from "../resources/filters/own-filters.ts";
import { filterTexts } from "../resources/filters/texts.ts";
import { useCreateFilter } from "../resources/filters/use-create-filter.ts";
import { useFilterList } from "../resources/filters/use-filter-list.ts";
import { OptionText } from "../resources/option-text.tsx";
import { Card } from "./card.tsx";
import { DateBasisField } from "./date-basis-field.tsx";
import type { Editing } from "./use-automation-editor.ts";

/** Value of the entry 'All orders'; choosing it creates that filter. */
const toBeMade = "all-orders";

const keepsAll = describeFilter({ ...anyStatus, sievers: {} });

/** An order can be shipped, refunded or changed several times, and fulfilled again after items were added. */
const repeatable: readonly DateBasis[] = [
  DateBasis.fulfilled,
  DateBasis.shipped,
  DateBasis.refunded,
  DateBasis.changed,
];

const describeSincePrevious = (basis: DateBasis): string => {
  const orders = `the orders ${basis === DateBasis.created ? "placed" : dateBasisWords[basis]} since the previous one`;
  return repeatable.includes(basis)
    ? `Each report has ${orders}. An order ${dateBasisWords[basis]} again is in the next one too.`
    : `Each report has ${orders}, so no order is missed or repeated.`;
};

type Choice = { id: string; title: string; summary: string | undefined };

type ItemFieldProps = {
  label: string;
  choices: readonly Choice[];
  chosen: string;
  problem: string | undefined;
  onChoose: (id: string) => void;
  /** Shown below the field if there is no problem. */
  note?: string | undefined;
  /** An entry before the others, for something that doesn't exist yet. */
  first?: (Choice & { disabled: boolean }) | undefined;
  edit: ReactNode;
};

/** Chooses one of the shop's designs or filters, with a link to edit it. */
const ItemField = ({ label, choices, chosen, problem, onChoose, note, first, edit }: ItemFieldProps) => {
  const place = useMenuPosition("center");
  const title = choices.find(({ id }) => id === chosen)?.title;
  return (
    <Box>
      <TextField
        select
        fullWidth
        label={label}
        // While the list is loading, nothing is selected.
        value={title === undefined ? "" : chosen}
        onChange={(event) => onChoose(event.target.value)}
        error={problem !== undefined}
        helperText={problem ?? note}
        slotProps={{
          select: { renderValue: () => title ?? "", displayEmpty: true, ...place.select },
          formHelperText: { "aria-live": "polite" },
        }}
      >
        {first && (
          <MenuItem value={first.id} disabled={first.disabled} divider={choices.length > 0}>
            <OptionText title={first.title} summary={first.summary} />
          </MenuItem>
        )}
        {choices.map((choice) => (
          <MenuItem key={choice.id} value={choice.id}>
            <OptionText title={choice.title} summary={choice.summary} />
          </MenuItem>
        ))}
      </TextField>
      <Typography variant="body2" sx={{ mt: 0.75 }}>
        {edit}
      </Typography>
    </Box>
  );
};

/** Says how far back a report without a date filter reaches (R-41). */
const reach = (isSlow: boolean): string =>
  isSlow
    ? `${daysBack.withSlowColumns} days, because its design has slow columns`
    : `${daysBack.usual} days (${daysBack.withSlowColumns} with slow columns)`;

/** The content and form of the report (S-2.2.6). */
export const ReportAttributes = ({
  session,
  state,
  tellsMissing,
  isSlow,
  dates,
}: Editing & { isSlow: boolean; dates: ReactNode }) => {
  const { draft, problems } = state;
  const designs = useDesignList();
  const filters = useFilterList();
  const setFilter = (report_filter_id: string) => session.change({ report_filter_id }, "at-once");
  const { create, isFull } = useCreateFilter(filters.data, setFilter);
  const own = withoutSystemFilters(filters.data ?? []);
  const basis = draft.date_basis;
  const lacksFilter = draft.report_filter_id === "";
  const hasAllOrders = own.some(({ title, about }) => title === allOrdersTitle && about?.summary === keepsAll);
  return (
    <Card title="Report attributes">
      <Box
        sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" } }}
      >
        <ItemField
          label="Report design"
          choices={(designs.data ?? []).map(({ id, title, about }) => ({ id, title, summary: about?.summary }))}
          chosen={draft.report_id}
          problem={problems.report_id}
          onChoose={(report_id) => session.change({ report_id }, "at-once")}
          edit={
            <Link component={RouterLink} to={reportDesignerPath(draft.report_id)}>
              Edit this report design
            </Link>
          }
        />
        <ItemField
          label="Filter"
          choices={own.map(({ id, title, about }) => ({ id, title, summary: about?.summary }))}
          chosen={draft.report_filter_id}
          problem={problems.report_filter_id ?? (lacksFilter && tellsMissing ? chooseFilterMessage : undefined)}
          note={lacksFilter ? chooseFilterMessage : undefined}
          first={
            filters.data === undefined || hasAllOrders
              ? undefined
              : {
                  id: toBeMade,
                  title: allOrdersTitle,
                  summary: isFull ? filterTexts.full : "Creates a filter without conditions.",
                  disabled: isFull || create.isPending,
                }
          }
          onChoose={(id) => (id === toBeMade ? create.mutate(allOrdersTitle) : setFilter(id))}
          edit={
            !lacksFilter && (
              <Link component={RouterLink} to={filterEditorPath(draft.report_filter_id)}>
                Edit this filter
              </Link>
            )
          }
        />
      </Box>
      {isSlow && (
        <Alert severity="warning" role="status">
          This report design has slow columns, so each report takes longer to make.
        </Alert>
      )}
      <Box>
        <FormLabel component="div" aria-hidden sx={{ mb: 0.75 }}>
          File type
        </FormLabel>
        <FormatField chosen={draft.file_type} onChoose={(file_type) => session.change({ file_type }, "at-once")} />
      </Box>
      <Tick
        label="Export empty reports"
        note={
          draft.export_empty_reports
            ? "You get a report even when no order matches."
            : "When no order matches, nothing is sent. The history says so."
        }
        checked={draft.export_empty_reports}
        onChange={(export_empty_reports) => session.change({ export_empty_reports }, "at-once")}
      />
      <Tick
        label="Apply date filter"
        note={
          draft.apply_date_filter
            ? describeSincePrevious(basis)
            : `Each report has all orders ${basis === DateBasis.created ? "of" : `${dateBasisWords[basis]} in`} the last ${reach(isSlow)}.`
        }
        checked={draft.apply_date_filter}
        onChange={(apply_date_filter) => session.change({ apply_date_filter }, "at-once")}
      />
      <DateBasisField chosen={basis} onChoose={(date_basis) => session.change({ date_basis }, "at-once")} />
      {dates}
    </Card>
  );
};
