import Box from "@mui/material/Box";
import { Fragment } from "react";

/** Short facts in a line, `300 orders · 48 kB`, which wraps only between facts. */
export const InlineFacts = ({ of }: { of: readonly string[] }) =>
  of.map((piece, index) => (
    <Fragment key={piece}>
      {index > 0 && " · "}
      <Box component="span" sx={{ whiteSpace: "nowrap" }}>
        {piece}
      </Box>
    </Fragment>
  ));
