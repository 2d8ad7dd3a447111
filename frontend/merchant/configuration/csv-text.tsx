import Box from "@mui/material/Box";
import { Fragment } from "react";
import { sampleText } from "./sample-box.tsx";

/** Signs for invisible characters. A line end within a cell is a new line. */
const signs: Readonly<Record<string, string>> = { "\ufeff": "BOM ", "\t": "⇥ ", "\r\n": "↵\n" };

/** The text of a CSV file, with signs for invisible characters. */
export const CsvText = ({ children }: { children: string }) => (
  <Box
    component="pre"
    translate="no"
    sx={{
      ...sampleText,
      m: 0,
      fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
      whiteSpace: "pre-wrap",
      tabSize: 1,
    }}
  >
    {children.split(/(\ufeff|\t|\r\n)/).map((piece, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other name
      <Fragment key={at}>
        {signs[piece] === undefined ? (
          piece
        ) : (
          <Box component="span" aria-hidden sx={{ color: "text.secondary", userSelect: "none" }}>
            {signs[piece]}
          </Box>
        )}
      </Fragment>
    ))}
  </Box>
);
