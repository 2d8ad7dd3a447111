import Box from "@mui/material/Box";
import Collapse from "@mui/material/Collapse";
import Skeleton from "@mui/material/Skeleton";
import { visuallyHidden } from "@mui/utils";
import { type ReactNode, Suspense, useId, useState } from "react";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { createLazyPart } from "../loading/create-lazy-part.tsx";
import { DisclosureButton } from "./disclosure-button.tsx";
import { listExportDetails } from "./export-view.ts";
import { Fact, Facts } from "./facts.tsx";
import { ForSupport } from "./for-support.tsx";

const FileFacts = createLazyPart<{ id: string }>(() => import("./file-facts.tsx"));
const FilterThen = createLazyPart<{ id: string }>(() => import("./filter-then.tsx"));

type ExportDetailsProps = {
  job: ExportJob;
  timeZone: string;
  /** Other actions on the export, in the same line. */
  beside: ReactNode;
};

/** Details of the file on demand: its name, days, zone, rows, and the filter at that time (ADR 57). */
export const ExportDetails = ({ job, timeZone, beside }: ExportDetailsProps) => {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Box sx={{ mt: 0.75 }}>
      {/* Aligns the buttons' text with other text. */}
      <Box sx={{ display: "flex", flexWrap: "wrap", ml: -1 }}>
        <DisclosureButton open={open} onToggle={() => setOpen(!open)} controls={id}>
          Details
          <span style={visuallyHidden}> of {job.ReportTitle}</span>
        </DisclosureButton>
        {beside}
      </Box>
      <Collapse in={open} mountOnEnter unmountOnExit>
        <Box id={id} sx={{ mt: 0.5 }}>
          <Facts>
            {listExportDetails(job, timeZone, Date.now()).map(({ name, text }) => (
              <Fact key={name} name={name}>
                {text}
              </Fact>
            ))}
            {job.Filters?.report_filter_id && (
              <Fact name="Filter">
                {job.FilterTitle}
                <Suspense fallback={<Skeleton />}>
                  <FilterThen id={job.ReportExportId} />
                </Suspense>
              </Fact>
            )}
          </Facts>
          {job.Rows !== null && (
            <ForSupport title={job.ReportTitle}>
              <Suspense fallback={<Skeleton />}>
                <FileFacts id={job.ReportExportId} />
              </Suspense>
            </ForSupport>
          )}
        </Box>
      </Collapse>
    </Box>
  );
};
