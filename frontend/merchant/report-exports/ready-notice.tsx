import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { createPortal } from "react-dom";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { exportsStripHeight } from "../../shared/theme/tokens.ts";
import { CloseIcon, DoneIcon, DownloadIcon, ErrorIcon, OutsideIcon } from "../../shared/ui/icons.tsx";
import { useBarSlots } from "../bottom-bar/bar-slots.ts";
import { toExportLinks } from "./export-view.ts";
import { summarizeEnded } from "./exports-news.ts";

type ReadySignProps = {
  /** Reports that ended while the panel was closed. */
  ended: readonly ExportJob[];
  onShow: () => void;
  onClose: () => void;
};

/** The notice about a report that ended while the panel is closed, with its file. Stays until used or closed. */
export const ReadyNotice = ({ ended, onShow, onClose }: ReadySignProps) => {
  const { above } = useBarSlots();
  const news = summarizeEnded(ended);
  if (news === null) return null;
  const links = news.downloadable?.PublicUrl ? toExportLinks(news.downloadable, news.downloadable.PublicUrl) : null;
  const inside = (
    <>
      {news.hasFailed ? <ErrorIcon color="error" fontSize="small" /> : <DoneIcon color="success" fontSize="small" />}
      <Typography variant="body2" noWrap title={news.text} sx={{ flex: 1, minWidth: 0, fontWeight: 550 }}>
        {news.text}
      </Typography>
      {links?.download ? (
        <Button size="small" href={links.download} download onClick={onClose} startIcon={<DownloadIcon />}>
          Download
        </Button>
      ) : links?.view ? (
        <Button
          size="small"
          href={links.view}
          target="_blank"
          rel="noreferrer"
          onClick={onClose}
          startIcon={<OutsideIcon />}
        >
          View in browser
        </Button>
      ) : (
        <Button size="small" onClick={onShow}>
          Show
        </Button>
      )}
      <Tooltip title="Dismiss">
        <IconButton size="small" aria-label={`Dismiss: ${news.text}`} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </>
  );
  const row = { display: "flex", alignItems: "center", gap: 1 } as const;
  if (above !== null)
    return createPortal(
      <Box
        component="section"
        aria-label="Report exports, news"
        sx={{
          ...row,
          minHeight: 48,
          px: { xs: 2, sm: 3 },
          borderBottom: 1,
          borderColor: "divider",
          bgcolor: "surface.sunken",
        }}
      >
        {inside}
      </Box>,
      above,
    );
  return (
    <Box
      component="section"
      aria-label="Report exports, news"
      sx={{
        ...row,
        position: "fixed",
        zIndex: "fab",
        right: "calc(24px + var(--beside-width, 0px))",
        // Above the button that opens the panel.
        bottom: exportsStripHeight + 8,
        width: "fit-content",
        maxWidth: 380,
        minHeight: 48,
        pl: 1.75,
        pr: 1,
        border: 1,
        borderColor: "divider",
        borderRadius: 1.25,
        bgcolor: "surface.raised",
        boxShadow: 4,
        "@media print": { display: "none" },
      }}
    >
      {inside}
    </Box>
  );
};
