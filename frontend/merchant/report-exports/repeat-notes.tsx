import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { formatInstant } from "../../shared/time/shop-time.ts";
import { describeComparison, describeComparisonBriefly, erasedText } from "./repeat-text.ts";

export type RepeatNotesProps = {
  job: ExportJob;
  /** All exports in the panel, including repeats and originals unless they are too old for the list. */
  jobs: readonly ExportJob[];
  timeZone: string;
  onShow: (id: string) => void;
};

/** Links to the export that this one repeats, with their differences, and to repeats of this one (ADR 66). */
const RepeatNotes = ({ job, jobs, timeZone, onShow }: RepeatNotesProps) => {
  const { Repeats } = job;
  const later = jobs.filter((one) => one.Repeats?.ReportExportId === job.ReportExportId);
  const to = (id: string, instant: string) =>
    jobs.some(({ ReportExportId }) => ReportExportId === id) ? (
      <Link
        component="button"
        type="button"
        variant="body2"
        onClick={() => onShow(id)}
        sx={{ verticalAlign: "baseline" }}
      >
        {formatInstant(instant, timeZone)}
      </Link>
    ) : (
      formatInstant(instant, timeZone)
    );
  const compared = describeComparison(job.Compared);
  return (
    <>
      {Repeats && (
        <Box sx={{ mt: 1 }}>
          <Typography variant="body2" color="textSecondary">
            Repeats the report from {to(Repeats.ReportExportId, Repeats.DateCreated)}. {erasedText(Repeats.Erased)}
          </Typography>
          {compared !== null && <Typography variant="body2">{compared}</Typography>}
        </Box>
      )}
      {later.length > 0 && (
        <Box sx={{ mt: 1 }}>
          {later.map(({ ReportExportId, DateCreated, Compared }) => (
            <Typography key={ReportExportId} variant="body2" color="textSecondary">
              Run again {to(ReportExportId, DateCreated)}
              {Compared && `: ${describeComparisonBriefly(Compared)}`}
            </Typography>
          ))}
        </Box>
      )}
    </>
  );
};

export default RepeatNotes;
