import CircularProgress from "@mui/material/CircularProgress";
import Link from "@mui/material/Link";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { ReportDesignItem } from "#domain/wire/reports.ts";
import { useCreateReport } from "./use-create-report.ts";

type DesignStepProps = { reports: ReportDesignItem[]; chosen: string | null; onChoose: (id: string) => void };

/** Step 1: one of the designs, or a link that makes the first one. */
export const DesignStep = ({ reports, chosen, onChoose }: DesignStepProps) => {
  const create = useCreateReport((report) => onChoose(report.id));
  if (reports.length === 0) {
    return (
      <Stack direction="row" spacing={1.5} sx={{ alignItems: "center" }}>
        <Typography>
          There is no report design yet.{" "}
          <Link component="button" type="button" onClick={() => create.mutate()} disabled={create.isPending}>
            Create a new design
          </Link>
        </Typography>
        {create.isPending && <CircularProgress size={18} aria-label="Creating the design" />}
      </Stack>
    );
  }
  return (
    <TextField
      select
      fullWidth
      label="Report design"
      value={chosen ?? ""}
      onChange={(event) => onChoose(event.target.value)}
    >
      {reports.map((report) => (
        <MenuItem key={report.id} value={report.id}>
          {report.title}
        </MenuItem>
      ))}
    </TextField>
  );
};
