import Box from "@mui/material/Box";
import { FileType } from "#domain/enumerations.ts";

const looks = {
  [FileType.Excel]: {
    name: "Excel",
    colour: "file.excel",
    drawing: "M9.5 20.5h13M9.5 25h13M14 20.5v9M9.5 16.5h13v13h-13z",
  },
  [FileType.Csv]: {
    name: "CSV",
    colour: "file.csv",
    drawing: "M9.5 17.5h5M9.5 22h3.5M9.5 26.5h4.5M19 17.5h3.5M17 22h5.5M18.5 26.5h4",
  },
  [FileType.Xml]: { name: "XML", colour: "file.xml", drawing: "m13 18-4 4.5 4 4.5M19 18l4 4.5-4 4.5" },
  [FileType.Html]: {
    name: "HTML",
    colour: "file.html",
    drawing: "M9.5 17h13v12h-13zM9.5 20.5h13M12.5 24h7M12.5 26.5h4",
  },
} as const;

type FileTypeIconProps = {
  type: number;
  /** Height, px; the width follows. */
  size?: number;
  /** Hidden from screen readers, for use beside the format's name. */
  decorative?: boolean;
};

const isKnown = (type: number): type is keyof typeof looks => type in looks;

/** Returns a format's name: `Excel`. */
export const fileTypeName = (type: number): string => (isKnown(type) ? looks[type].name : "Report");

/** A sheet in the format's colour, with a symbol of the format. */
export const FileTypeIcon = ({ type, size = 40, decorative = false }: FileTypeIconProps) => {
  const look = isKnown(type)
    ? looks[type]
    : { name: "Report", colour: "text.secondary", drawing: "M10 20h12M10 25h12" };
  return (
    <Box
      component="svg"
      viewBox="0 0 32 38"
      {...(decorative ? { "aria-hidden": true } : { role: "img", "aria-label": `${look.name} file` })}
      sx={{ height: size, width: (size * 32) / 38, flex: "none", color: look.colour }}
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
        d={look.drawing}
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
