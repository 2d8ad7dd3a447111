import Box from "@mui/material/Box";
import CircularProgress from "@mui/material/CircularProgress";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useId, useMemo } from "react";
import type { Starter } from "#domain/designs/starters.ts";
import { formatOnWire } from "#domain/wire/reports/column-settings-on-wire.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import { Illustration } from "../../shared/ui/illustrations.tsx";
import { type PreviewColumn, PreviewTable } from "../report-cells/preview-table.tsx";
import type { ColumnInfos } from "../resources/columns/use-columns.ts";

type StarterCardProps = {
  starter: Starter;
  /** First rows of the starter; undefined while unknown. */
  preview: Preview | undefined;
  infos: ColumnInfos | undefined;
  /** There will be no preview. */
  isMissing: boolean;
  isFirst: boolean;
  isBusy: boolean;
  disabled: boolean;
  onChoose: () => void;
};

const previewHeight = 112;
const previewRows = 5;

const columnsOf = ({ shown, settings }: Starter["design"], infos: ColumnInfos): PreviewColumn[] =>
  shown.flatMap((key) => {
    const info = infos.get(key);
    const { title, format } = settings[key] ?? {};
    if (!info) return [];
    const Title = title ?? info.Name;
    return { Column: key, Title, Type: info.Type, NumberFormat: formatOnWire(format), LinkTitleField: null };
  });

/** A button with the starter's name, purpose, and a small preview of its first rows. */
export const StarterCard = ({ starter, preview, infos, isMissing, ...card }: StarterCardProps) => {
  const id = useId();
  const { title, text, design } = starter;
  const columns = useMemo(() => infos && columnsOf(design, infos), [design, infos]);
  return (
    <Box
      component="li"
      sx={{
        position: "relative",
        display: "flex",
        flexDirection: "column",
        overflow: "hidden",
        border: "1px solid",
        borderColor: "divider",
        borderRadius: 1.5,
        bgcolor: "background.paper",
        opacity: card.disabled && !card.isBusy ? 0.6 : 1,
        "&:hover": { borderColor: card.disabled ? "divider" : "line.control" },
        "&:has(:focus-visible)": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: 2 },
      }}
    >
      <StarterPreview preview={preview} columns={columns} isBlank={design.shown.length === 0} isMissing={isMissing} />
      <Box sx={{ p: 2, pt: 1.5 }}>
        <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
          <Box
            component="button"
            type="button"
            aria-describedby={id}
            aria-disabled={card.disabled}
            autoFocus={card.isFirst}
            onClick={() => !card.disabled && card.onChoose()}
            sx={(theme) => ({
              ...theme.typography.h3,
              color: "inherit",
              textAlign: "left",
              flex: 1,
              p: 0,
              border: 0,
              background: "none",
              cursor: card.disabled ? "default" : "pointer",
              "&&:focus-visible": { outline: "none" },
              // Makes the whole card the button.
              "&::after": { content: '""', position: "absolute", inset: 0 },
            })}
          >
            {title}
          </Box>
          {card.isBusy && <CircularProgress size={16} aria-label="Creating the design" />}
        </Box>
        <Typography id={id} variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          {text}
        </Typography>
      </Box>
    </Box>
  );
};

/** Fades the cut-off content, but not the line below it. */
const fading = {
  "& > *": {
    maskImage: `linear-gradient(to right, #000 78%, transparent), linear-gradient(#000 ${previewHeight - 36}px, transparent ${previewHeight}px)`,
    maskComposite: "intersect",
  },
} as const;

type StarterPreviewProps = {
  preview: Preview | undefined;
  columns: PreviewColumn[] | undefined;
  isBlank: boolean;
  isMissing: boolean;
};

/** Hidden from screen readers, as the preview adds nothing to the words below. */
const StarterPreview = ({ preview, columns, isBlank, isMissing }: StarterPreviewProps) => {
  const hasTable = !isBlank && !isMissing;
  return (
    <Box
      aria-hidden="true"
      inert
      sx={{
        height: previewHeight,
        overflow: "clip",
        borderBottom: 1,
        borderColor: "divider",
        bgcolor: "background.default",
        ...(hasTable ? fading : { display: "grid", placeItems: "center" }),
      }}
    >
      {!hasTable ? (
        <Illustration name="designs" width={88} />
      ) : preview && columns ? (
        <Box sx={{ overflow: "clip" }}>
          <PreviewTable small preview={preview} columns={columns} maxRows={previewRows} label="" />
        </Box>
      ) : (
        <Box sx={{ p: 1.5 }}>
          {["92%", "84%", "88%", "80%"].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </Box>
      )}
    </Box>
  );
};
