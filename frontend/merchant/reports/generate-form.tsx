import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { FileType } from "#domain/enumerations.ts";
import type { ManualExport, UserOrderFilters } from "#domain/wire/reporting.ts";
import type { ReportDesignItem } from "#domain/wire/reports.ts";
import { rangeProblem } from "./date-ranges.ts";
import { DesignStep } from "./design-step.tsx";
import { FiltersStep } from "./filters-step.tsx";
import { SavingIndicator } from "./saving-indicator.tsx";
import { Step } from "./step.tsx";
import { useGenerate } from "./use-generate.ts";
import { useOrderCount } from "./use-order-count.ts";
import { usePageState } from "./use-page-state.ts";
import { WelcomeGuide } from "./welcome-guide.tsx";

type GenerateFormProps = { reports: ReportDesignItem[]; initial: ManualExport };

/** The three steps and the button. CSV is the one format there is so far. */
export const GenerateForm = ({ reports, initial }: GenerateFormProps) => {
  const page = usePageState({ ...initial, FileType: FileType.Csv });
  const { ReportId, UserOrderFilters: filters } = page.value;
  // A design that was deleted since cannot be chosen any more; the first of the list stands in.
  const design = reports.find((report) => report.id === ReportId) ?? reports[0];
  const problem = rangeProblem(filters);
  const count = useOrderCount(page, problem === null);
  const generate = useGenerate();

  const choose = (id: string) => page.change({ ...page.value, ReportId: id });
  const filter = (change: Partial<UserOrderFilters>) =>
    page.change({ ...page.value, UserOrderFilters: { ...filters, ...change } });

  return (
    <Stack spacing={2}>
      {reports.length === 0 && <WelcomeGuide />}
      <Step number={1} title="Select report design">
        <DesignStep reports={reports} chosen={design?.id ?? null} onChoose={choose} />
      </Step>
      <Step number={2} title="Choose file format">
        <RadioGroup row aria-label="File format" value={FileType.Csv}>
          <FormControlLabel value={FileType.Csv} control={<Radio />} label="CSV" />
        </RadioGroup>
        <Typography variant="body2" color="textSecondary">
          A table of plain text that every spreadsheet program opens.
        </Typography>
      </Step>
      <Step number={3} title="Assign filters">
        <FiltersStep filters={filters} onChange={filter} problem={problem} count={count} />
      </Step>
      <Stack direction="row" spacing={2} sx={{ alignItems: "center" }}>
        <Button
          variant="contained"
          size="large"
          loading={generate.isPending}
          loadingPosition="start"
          disabled={design === undefined || problem !== null}
          onClick={() =>
            design &&
            generate.mutate({
              ReportId: design.id,
              FileType: FileType.Csv,
              UserOrderFilters: filters,
              SelectedOrderIds: [],
              EmptyExpected: count.state === "known" && count.count.Count === 0,
            })
          }
        >
          {generate.isPending ? "Requesting report" : "Generate"}
        </Button>
        <SavingIndicator state={page.saving} />
      </Stack>
    </Stack>
  );
};
