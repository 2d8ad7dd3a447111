import Box from "@mui/material/Box";
import Collapse from "@mui/material/Collapse";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { visuallyHidden } from "@mui/utils";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import type { ExportDetails as Details, ExportJob } from "#domain/wire/reports/reporting.ts";
import { getErrorMessage } from "../../shared/api/api-error.ts";
import { exportDetailsKey } from "../resources/exports/keys.ts";
import { useServices } from "../services.tsx";
import { DisclosureButton } from "./disclosure-button.tsx";
import { listExportDetails } from "./export-view.ts";
import { ForSupport } from "./for-support.tsx";
import { HashFact } from "./hash-fact.tsx";
import { erasedText } from "./repeat-text.ts";

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
                <FilterThen id={job.ReportExportId} />
              </Fact>
            )}
          </Facts>
          {job.Rows !== null && (
            <ForSupport title={job.ReportTitle}>
              <FileFacts id={job.ReportExportId} />
            </ForSupport>
          )}
        </Box>
      </Collapse>
    </Box>
  );
};

const Facts = ({ children }: { children: ReactNode }) => (
  <Box
    component="dl"
    sx={{
      display: "grid",
      gridTemplateColumns: "max-content minmax(0, 1fr)",
      columnGap: 1.5,
      rowGap: 0.75,
      m: 0,
    }}
  >
    {children}
  </Box>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <Typography component="dt" variant="body2" color="textSecondary">
      {name}
    </Typography>
    <Typography
      component="dd"
      variant="body2"
      sx={{ m: 0, overflowWrap: "anywhere", fontVariantNumeric: "tabular-nums" }}
    >
      {children}
    </Typography>
  </>
);

const sinceThen = {
  same: null,
  changed: "The filter has changed since.",
  deleted: "The filter has been deleted since.",
} as const;

const useDetails = (id: string) => {
  const { api } = useServices();
  return useQuery({ queryKey: exportDetailsKey(id), queryFn: ({ signal }) => api.exportDetails(id, signal) });
};

/** Identifying facts of the file (D-7). */
const FileFacts = ({ id }: { id: string }) => {
  const { data, isError, error, isPending } = useDetails(id);
  if (isPending) return <Skeleton aria-label="Loading the hashes" />;
  if (isError) return <Quiet>The hashes can't be read. {getErrorMessage(error)}</Quiet>;
  if (data.File === null) return <Quiet>The hashes are no longer kept.</Quiet>;
  const { ContentHash, FileHash, Fingerprint } = data.File;
  const { App, Icu, TimeZones, Node } = Fingerprint;
  return (
    <Facts>
      <Fact name="Content hash">
        <HashFact
          name="Content hash"
          value={ContentHash}
          meaning="Two files with the same content hash hold the same rows."
        />
      </Fact>
      <Fact name="File hash">
        <HashFact name="File hash" value={FileHash} meaning="A copy with the same SHA-256 is exactly this file." />
      </Fact>
      <Fact name="Fingerprint">
        <HashFact
          name="Fingerprint"
          value={`Sheaf ${App} · ICU ${Icu} · time zones ${TimeZones} · Node ${Node}`}
          shown={[`Sheaf ${App}`, `ICU ${Icu}`, `time zones ${TimeZones}`, `Node ${Node}`]}
          meaning="The versions that made the file. The same versions make the same file from the same data."
        />
      </Fact>
    </Facts>
  );
};

const FilterThen = ({ id }: { id: string }) => {
  const details = useDetails(id);
  if (details.isPending) return <Skeleton aria-label="Reading the filter as it was" />;
  if (details.isError) return <Quiet>The filter as it was then can't be read. {getErrorMessage(details.error)}</Quiet>;
  return <Conditions {...details.data} />;
};

const Quiet = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ display: "block", color: "text.secondary" }}>
    {children}
  </Box>
);

const Conditions = ({ Kept, Filter }: Details) => {
  if (!Kept) return <Quiet>The filter as it was then is no longer kept.</Quiet>;
  if (Filter === null) return null;
  const note = sinceThen[Filter.Since];
  const erased = erasedText(Filter.Erased);
  return (
    <>
      {Filter.Conditions.length === 0 ? (
        <Quiet>It kept every order.</Quiet>
      ) : (
        <Box component="ul" aria-label="The filter as it was" sx={{ m: 0, pl: 2, listStyle: "disc" }}>
          {Filter.Conditions.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Box>
      )}
      {erased !== null && <Quiet>{erased}</Quiet>}
      {note !== null && <Quiet>{note}</Quiet>}
    </>
  );
};
