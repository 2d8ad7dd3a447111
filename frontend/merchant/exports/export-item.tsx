import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import type { ExportJob } from "#domain/wire/reporting.ts";
import { EmptyReportDialog } from "../reports/empty-report-dialog.tsx";
import { ExportProgress } from "./export-progress.tsx";
import { mayBeEmpty, viewOf } from "./export-view.ts";
import { FileTypeIcon } from "./file-type-icon.tsx";
import { FinishedExport } from "./finished-export.tsx";

type ExportItemProps = { job: ExportJob; timeZone: string; onCancel: (id: string) => Promise<unknown> };

/** One export of the panel. */
export const ExportItem = ({ job, timeZone, onCancel }: ExportItemProps) => {
  const view = viewOf(job, timeZone);
  const [asksWhy, setAsksWhy] = useState(false);
  return (
    <Box component="li" sx={{ display: "flex", gap: 1.5, px: 2.5, py: 2, borderBottom: 1, borderColor: "divider" }}>
      <FileTypeIcon type={job.Filetype} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="h3" sx={{ overflowWrap: "anywhere" }}>
          {job.ReportTitle}
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
        {mayBeEmpty(job) && (
          <Link component="button" type="button" variant="body2" sx={{ mt: 0.5 }} onClick={() => setAsksWhy(true)}>
            Why the report is empty?
          </Link>
        )}
        {asksWhy && <EmptyReportDialog onClose={() => setAsksWhy(false)} />}
      </Box>
    </Box>
  );
};
