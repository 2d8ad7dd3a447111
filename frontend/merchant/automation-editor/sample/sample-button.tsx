import Button from "@mui/material/Button";
import { Suspense } from "react";
import { ignoreDoubleClick } from "../../../shared/ui/ignore-double-click.ts";
import { createLazyPart } from "../../loading/create-lazy-part.tsx";
import type { RunState } from "../use-run-state.ts";
import type { SampleDialogProps } from "./sample-dialog.tsx";

const LazySampleDialog = createLazyPart<SampleDialogProps>(
  () => import("./sample-dialog.tsx"),
  ({ onClose }) => onClose(),
);

/** Makes a sample, also while the report is paused, and shows its mail before it is sent. */
export const SampleButton = ({ sample }: { sample: RunState["sample"] }) => (
  <>
    <Button
      size="small"
      variant="outlined"
      color="inherit"
      loading={sample.isPending}
      onClick={() => sample.mutate()}
      {...ignoreDoubleClick}
    >
      Send me a sample
    </Button>
    {sample.data && (
      <Suspense fallback={null}>
        <LazySampleDialog exportId={sample.data.ReportExportId} onClose={sample.reset} />
      </Suspense>
    )}
  </>
);
