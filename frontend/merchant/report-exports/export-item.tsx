import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { visuallyHidden } from "@mui/utils";
import { Suspense, useState } from "react";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { FileTypeIcon } from "../../shared/ui/file-type-icon.tsx";
import { RetryIcon } from "../../shared/ui/icons.tsx";
import { WhyEmptyLink } from "../empty-report/why-empty-link.tsx";
import { createLazyPart } from "../loading/create-lazy-part.tsx";
import { quietButton, smallButton } from "./buttons.ts";
import { ExportDetails } from "./export-details.tsx";
import { ExportProgress } from "./export-progress.tsx";
import { canRetry, describeExport, isEmpty, needsLogIn, toExportView } from "./export-view.ts";
import { FinishedExport } from "./finished-export.tsx";
import { LogInAgain } from "./log-in-again.tsx";
import type { RepeatNotesProps } from "./repeat-notes.tsx";

const RepeatNotes = createLazyPart<RepeatNotesProps>(() => import("./repeat-notes.tsx"));
const ScheduleExport = createLazyPart(() => import("./schedule-export.tsx"));

/** Element id of an export, for links. */
export const exportItemId = (id: string): string => `export-${id}`;

type ExportItemProps = {
  job: ExportJob;
  jobs: readonly ExportJob[];
  timeZone: string;
  onCancel: (id: string) => Promise<unknown>;
  onRetry: (id: string) => Promise<unknown>;
  /** Scrolls another export into view. */
  onShow: (id: string) => void;
};

export const ExportItem = ({ job, jobs, timeZone, onCancel, onRetry, onShow }: ExportItemProps) => {
  const view = toExportView(job, timeZone);
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    await onRetry(job.ReportExportId);
    setRetrying(false);
  };
  // With a file, repeating is rarely wanted; without one, it is the next step.
  const hasFile = view.kind === "finished";
  const isRelated = job.Repeats || jobs.some(({ Repeats }) => Repeats?.ReportExportId === job.ReportExportId);
  const again = canRetry(job, Date.now()) && (
    <Button
      {...(hasFile ? quietButton : smallButton)}
      startIcon={<RetryIcon />}
      loading={retrying}
      loadingPosition="start"
      onClick={() => void retry()}
    >
      Run again
      <span style={visuallyHidden}>: {job.ReportTitle}</span>
    </Button>
  );
  return (
    <Box
      component="li"
      id={exportItemId(job.ReportExportId)}
      tabIndex={-1}
      sx={{ display: "flex", gap: 1.5, px: 2.5, py: 2, borderBottom: 1, borderColor: "divider" }}
    >
      <FileTypeIcon type={job.Filetype} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="h3" sx={{ overflowWrap: "anywhere" }}>
          {job.ReportTitle}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere", mb: 0.25 }}>
          {describeExport(job, timeZone)}
        </Typography>
        {view.kind === "running" && (
          <ExportProgress view={view} title={job.ReportTitle} onCancel={() => void onCancel(job.ReportExportId)} />
        )}
        {view.kind === "failed" && (
          <Typography variant="body2" color="error" sx={{ overflowWrap: "anywhere" }}>
            {view.reason}
          </Typography>
        )}
        {view.kind === "canceled" && (
          <Typography variant="body2" color="textSecondary">
            {view.text}
          </Typography>
        )}
        {view.kind === "expired" && (
          <Typography variant="body2" color="textSecondary">
            {view.created}
            <br />
            {view.text}
          </Typography>
        )}
        {view.kind === "finished" && <FinishedExport view={view} title={job.ReportTitle} />}
        {!hasFile && again && (
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1 }}>
            {needsLogIn(job) && <LogInAgain />}
            {again}
          </Box>
        )}
        {isRelated && (
          <Suspense fallback={null}>
            <RepeatNotes job={job} jobs={jobs} timeZone={timeZone} onShow={onShow} />
          </Suspense>
        )}
        {isEmpty(job) && (
          <Box sx={{ mt: 0.75 }}>
            <WhyEmptyLink filters={job.Filters} requestedAt={job.DateCreated} />
          </Box>
        )}
        <ExportDetails
          job={job}
          timeZone={timeZone}
          beside={
            <>
              {hasFile && again}
              <Suspense fallback={null}>
                <ScheduleExport job={job} />
              </Suspense>
            </>
          }
        />
      </Box>
    </Box>
  );
};
