import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import LinearProgress from "@mui/material/LinearProgress";
import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { type ReactNode, useEffect, useState } from "react";
import { Link as RouterLink } from "react-router-dom";
import { configurationPath } from "../../../shared/navigation/configuration-sections.ts";
import { hasPage } from "../../../shared/navigation/pages.ts";
import { paths, reportDesignerPath } from "../../../shared/navigation/paths.ts";
import { EmptyState } from "../../../shared/ui/empty-state.tsx";
import { RetryAlert } from "../../../shared/ui/retry-alert.tsx";
import { leftOutText } from "../../report-cells/left-out-text.ts";
import { PreviewTable } from "../../report-cells/preview-table.tsx";
import { UnreadNote } from "../../report-cells/unread-note.tsx";
import type { CountState } from "../../resources/order-count.ts";
import {
  countMarks,
  countRows,
  describeEmptyPreview,
  describeFilteredLines,
  describePreview,
} from "./describe-preview.ts";
import type { PreviewState } from "./use-generate-preview.ts";

type ReportPreviewProps = { found: PreviewState; designId: string | null; count: CountState; selected: number };

const maxRows = 60;
/** ms before a busy and a slow note; answers usually come sooner. */
const noteDelays = { busy: 400, slow: 5_000 } as const;

/** True once something has lasted that long, ms. */
const useLasting = (lasts: boolean, milliseconds: number): boolean => {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!lasts) return setLong(false);
    const timer = setTimeout(() => setLong(true), milliseconds);
    return () => clearTimeout(timer);
  }, [lasts, milliseconds]);
  return lasts && isLong;
};

/** The file's first rows under the current choices. Old rows stay fully readable until new ones arrive. */
const ReportPreview = ({ found, designId, count, selected }: ReportPreviewProps) => {
  const isReading = found.state === "loading" || (found.state === "known" && found.isOld);
  const isBusy = useLasting(isReading, noteDelays.busy);
  const isSlow = useLasting(isReading, noteDelays.slow);
  return (
    <Paper variant="outlined" component="section" aria-labelledby="file-preview" sx={{ overflow: "hidden" }}>
      <Box sx={{ px: { xs: 2, sm: 2.5 }, pt: 2, pb: 1.5, position: "relative" }}>
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "baseline", columnGap: 2 }}>
          <Typography variant="h2" id="file-preview" sx={{ flex: 1 }}>
            What your file will look like
          </Typography>
          <Link component={RouterLink} variant="body2" to={configurationPath({ anchor: "ReportDisplay" })}>
            Dates and shading
          </Link>
        </Box>
        <Typography role="status" variant="body2" color="textSecondary" sx={{ mt: 0.5, minHeight: 20 }}>
          {isSlow
            ? "Your store is slow to answer. You can still generate the report."
            : found.state === "known" && countRows(found.preview) > 0
              ? describePreview(found.preview, found.addsUp, count, selected)
              : ""}
        </Typography>
        {isBusy && (
          <LinearProgress
            aria-label="Reading the first rows"
            sx={{ position: "absolute", left: 0, right: 0, bottom: 0, height: 2 }}
          />
        )}
      </Box>
      <Box aria-busy={isReading} sx={{ borderTop: 1, borderColor: "divider", minHeight: 220 }}>
        <Inside found={found} designId={designId} />
      </Box>
    </Paper>
  );
};

const Inside = ({ found, designId }: Pick<ReportPreviewProps, "found" | "designId">): ReactNode => {
  if (found.state === "waiting")
    return <EmptyState compact heading="h3" illustration="orders" title={`To see it, ${found.until}`} />;
  if (found.state === "failed")
    return (
      <Box sx={{ p: 2 }}>
        <RetryAlert onRetry={found.retry}>We can't show the first rows. {found.message}</RetryAlert>
      </Box>
    );
  if (found.state === "loading")
    return (
      <Box sx={{ p: 2.5, display: "grid", gap: 0.5 }}>
        {[100, 94, 97, 90, 95].map((width) => (
          <Skeleton key={width} width={`${width}%`} height={24} />
        ))}
      </Box>
    );
  const { preview, columns } = found;
  if (preview.Columns.length === 0)
    return (
      <EmptyState
        compact
        heading="h3"
        illustration="designs"
        title="This design has no columns yet"
        text="A report needs at least one."
        action={
          designId !== null &&
          hasPage(paths.reportDesigner) && (
            <Link component={RouterLink} to={reportDesignerPath(designId)}>
              Choose its columns
            </Link>
          )
        }
      />
    );
  if (countRows(preview) === 0)
    return (
      <>
        <UnreadNote preview={preview} square />
        <EmptyState compact heading="h3" illustration="orders" {...describeEmptyPreview(preview)} />
      </>
    );
  const more = preview.Generated ? null : leftOutText(Math.max(0, countRows(preview) - maxRows));
  const filteredLines = describeFilteredLines(preview);
  const byKey = new Map(columns.map((column) => [column.Column, column]));
  return (
    <>
      {preview.Generated && (
        <Alert severity="info" square sx={{ borderRadius: 0 }}>
          Your store has no orders yet, so these are made up.
        </Alert>
      )}
      <UnreadNote preview={preview} square />
      {filteredLines !== null && (
        <Alert severity="info" square sx={{ borderRadius: 0 }}>
          {filteredLines}
        </Alert>
      )}
      <Box
        role="region"
        aria-label="First rows of the file"
        tabIndex={0}
        // On a wide screen 'Report exports' floats below it.
        sx={{ overflow: "auto", maxHeight: { xs: 420, lg: "min(640px, calc(100dvh - 330px))" }, outlineOffset: -2 }}
      >
        <PreviewTable
          preview={preview}
          columns={preview.Columns.flatMap((key) => byKey.get(key) ?? [])}
          maxRows={maxRows}
          marks={filteredLines === null ? undefined : countMarks(preview)}
          label="First rows of the file"
        />
        {more !== null && (
          <Typography
            variant="body2"
            color="textSecondary"
            sx={{ position: "sticky", left: 0, width: "fit-content", px: 1.25, py: 1 }}
          >
            {more}
          </Typography>
        )}
      </Box>
    </>
  );
};

export default ReportPreview;
