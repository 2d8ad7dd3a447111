import Box from "@mui/material/Box";
import { findFormat } from "#domain/file-formats.ts";

type FileTypeIconProps = {
  type: number;
  /** Height, px; the width follows. */
  size?: number;
  /** Hidden from screen readers, for use beside the format's name. */
  decorative?: boolean;
};

/** Returns a format's name: `Excel`. */
export const fileTypeName = (type: number): string => findFormat(type)?.name ?? "Report";

/** A sheet in the format's color, with its symbol. */
export const FileTypeIcon = ({ type, size = 40, decorative = false }: FileTypeIconProps) => {
  const icon = findFormat(type)?.icon;
  const color = icon ? `file.${icon.colour}` : "text.secondary";
  return (
    <Box
      component="svg"
      viewBox="0 0 32 38"
      {...(decorative ? { "aria-hidden": true } : { role: "img", "aria-label": `${fileTypeName(type)} file` })}
      sx={{ height: size, width: (size * 32) / 38, flex: "none", color }}
    >
      <path
        d="M4.75 1.75h15.5l7 7v25a2.5 2.5 0 0 1-2.5 2.5H4.75a2.5 2.5 0 0 1-2.5-2.5v-29.5a2.5 2.5 0 0 1 2.5-2.5Z"
        fill="currentColor"
        fillOpacity="0.1"
        stroke="currentColor"
        strokeOpacity="0.55"
        strokeWidth="1.25"
      />
      <path
        d="M20.25 1.75v5a2 2 0 0 0 2 2h5"
        fill="none"
        stroke="currentColor"
        strokeOpacity="0.55"
        strokeWidth="1.25"
        strokeLinejoin="round"
      />
      <path
        d={icon?.drawing ?? "M10 20h12M10 25h12"}
        transform="translate(-1.25 0)"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </Box>
  );
};
