import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useId, useState } from "react";
import { DownloadIcon, OutsideIcon, ShareIcon } from "../../shared/ui/icons.tsx";
import { useCopy } from "../use-copy.ts";
import { smallButton } from "./buttons.ts";
import type { ExportView } from "./export-view.ts";
import { InlineFacts } from "./inline-facts.tsx";

type FinishedExportProps = { view: Extract<ExportView, { kind: "finished" }>; title: string };

/** A file's facts and links. Before sharing it says who can open the link, and until when. */
export const FinishedExport = ({ view, title }: FinishedExportProps) => {
  const copy = useCopy();
  const readers = useId();
  const [shared, setShared] = useState(false);
  const address = new URL(view.links.share, window.location.origin).href;

  const share = async () => {
    setShared(true);
    // If the browser refuses, the field below still has the link.
    await copy(address, {
      copied: "The report link is copied to clipboard",
      refused: "Your browser doesn't allow copying. Copy the link from the field.",
    });
  };

  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: "tabular-nums" }}>
        <InlineFacts of={[view.created, ...view.facts]} />
      </Typography>
      {view.notes.map((note) => (
        <Typography key={note} variant="body2" color="textSecondary">
          {note}
        </Typography>
      ))}
      {view.cautions.map((caution) => (
        <Typography key={caution} variant="body2" color="warning" sx={{ mt: 0.5, overflowWrap: "anywhere" }}>
          {caution}
        </Typography>
      ))}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1 }}>
        {view.links.download && (
          <Button
            {...smallButton}
            component="a"
            href={view.links.download}
            download
            aria-label={`download ${title}`}
            startIcon={<DownloadIcon />}
          >
            download
          </Button>
        )}
        {view.links.view && (
          <Button
            {...smallButton}
            component="a"
            href={view.links.view}
            target="_blank"
            rel="noreferrer"
            aria-label={`view in browser ${title}`}
            startIcon={<OutsideIcon />}
          >
            view in browser
          </Button>
        )}
        <Button
          {...smallButton}
          onClick={() => void share()}
          aria-label={`share ${title}`}
          aria-describedby={readers}
          startIcon={<ShareIcon />}
        >
          share
        </Button>
      </Box>
      <Typography
        variant="body2"
        color="textSecondary"
        id={readers}
        sx={{ mt: 0.75, fontVariantNumeric: "tabular-nums" }}
      >
        {view.shared}
      </Typography>
      {shared && (
        <TextField
          size="small"
          fullWidth
          label="Report link"
          value={address}
          onFocus={(event) => event.target.select()}
          slotProps={{ input: { readOnly: true }, htmlInput: { "aria-describedby": readers } }}
          sx={{ mt: 1.5 }}
        />
      )}
    </>
  );
};
