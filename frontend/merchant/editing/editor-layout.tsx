import Box from "@mui/material/Box";
import type { ReactNode } from "react";

type EditorLayoutProps = { first: ReactNode; aside: ReactNode; children: ReactNode };

/** Decides by the available width, because a panel may be open next to the page. */
const wide = "@container (min-width: 860px)";

/** The fields with an explanation beside them, or after the first card if there is no room. */
export const EditorLayout = ({ first, aside, children }: EditorLayoutProps) => (
  <Box sx={{ containerType: "inline-size" }}>
    <Box
      sx={{
        display: "grid",
        columnGap: 2.5,
        rowGap: 2,
        gridTemplateColumns: "minmax(0, 1fr)",
        alignItems: "start",
        "& > *": { minWidth: 0 },
        [wide]: { gridTemplateColumns: "minmax(0, 1fr) 296px" },
      }}
    >
      <Box>{first}</Box>
      <Box sx={{ [wide]: { gridColumn: 2, gridRow: "1 / 3", position: "sticky", top: 141 } }}>{aside}</Box>
      <Box sx={{ display: "flex", flexDirection: "column", gap: 2, [wide]: { gridColumn: 1, gridRow: 2 } }}>
        {children}
      </Box>
    </Box>
  </Box>
);
