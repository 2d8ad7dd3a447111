import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useNotify } from "ra-core";
import { useState } from "react";
import type { ExportView } from "./export-view.ts";

type FinishedExportProps = { view: Extract<ExportView, { kind: "finished" }>; title: string };

/** When it was made, how long it is kept, and the ways to get it. */
export const FinishedExport = ({ view, title }: FinishedExportProps) => {
  const notify = useNotify();
  const [shared, setShared] = useState(false);
  const address = new URL(view.links.share, window.location.origin).href;

  const share = async () => {
    setShared(true);
    try {
      await navigator.clipboard.writeText(address);
      notify("The report link is copied to clipboard", { type: "success" });
    } catch {
      // Browsers refuse without permission or on plain http; the field beneath still holds the link.
      notify("Your browser did not allow copying. Copy the link from the field.", { type: "warning" });
    }
  };

  return (
    <>
      <Typography variant="body2" color="textSecondary">
        {view.created}
        {view.orders && ` · ${view.orders}`}
        {view.kept && (
          <>
            <br />
            {view.kept}
          </>
        )}
      </Typography>
      <Box sx={{ display: "flex", gap: 2, mt: 0.5 }}>
        {view.links.download && (
          <Link variant="body2" href={view.links.download} download aria-label={`download ${title}`}>
            download
          </Link>
        )}
        {view.links.view && (
          <Link variant="body2" href={view.links.view} target="_blank" aria-label={`view ${title} in browser`}>
            view in browser
          </Link>
        )}
        <Link
          component="button"
          type="button"
          variant="body2"
          onClick={() => void share()}
          aria-label={`share ${title}`}
        >
          share
        </Link>
      </Box>
      {shared && (
        <TextField
          size="small"
          fullWidth
          label="Report link"
          value={address}
          onFocus={(event) => event.target.select()}
          slotProps={{ input: { readOnly: true } }}
          sx={{ mt: 1.5 }}
        />
      )}
    </>
  );
};
