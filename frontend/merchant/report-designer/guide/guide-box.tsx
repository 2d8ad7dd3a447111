import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Link as RouterLink } from "react-router-dom";
import { paths } from "../../../shared/navigation/paths.ts";
import { CloseIcon } from "../../../shared/ui/icons.tsx";
import { readNoteClosed, rememberNoteClosed } from "../../resources/closed-notes.ts";
import { TourLink } from "../../tour/tour-link.tsx";

/**
 * Introduction, shown in this browser until it is closed (S-2.2.2). A narrow page moves columns in a list and assumes
 * no keyboard, so its text differs.
 */
export const GuideBox = ({ isNarrow }: { isNarrow: boolean }) => {
  const [isSeen, setSeen] = useState(() => readNoteClosed(window.localStorage, "designerGuide"));
  if (isSeen) return null;
  const close = () => {
    rememberNoteClosed(window.localStorage, "designerGuide");
    setSeen(true);
    document.getElementById("main")?.focus();
  };
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby="guide-title"
      sx={{ position: "relative", p: { xs: 2, sm: 2.5 }, pr: { xs: 6, sm: 7 }, mb: 2.5, bgcolor: "soft.primary" }}
    >
      <Typography variant="h2" id="guide-title">
        Design your first report!
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5, maxWidth: 720, "& li + li": { mt: 0.5 } }}>
        <li>
          <strong>Show/Hide Columns</strong> lists everything that a report can show.{" "}
          {isNarrow ? "Tap a column to show it." : "Click a column, or drag it into the table."}
        </li>
        <li>
          {isNarrow
            ? "Drag a column by its dots to move it. Its menu renames, formats and hides it."
            : "Drag a heading to move its column, or its right edge to resize it. Its menu renames, formats and hides it."}
        </li>
        <li>
          <strong>Grouping</strong> says what one row is: a line of an order, an order, a product. Every change is saved
          at once, and {isNarrow ? "the arrow beside Show/Hide Columns" : "Ctrl+Z"} undoes it.
        </li>
      </Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 2, rowGap: 1, mt: 1.5 }}>
        <TourLink>Watch the tutorial</TourLink>
        <Typography variant="body2" color="textSecondary">
          Is something missing or unclear?{" "}
          <Link component={RouterLink} to={paths.contactUs}>
            Contact us
          </Link>
        </Typography>
      </Box>
      <Tooltip title="Close">
        <IconButton aria-label="Close the guide" onClick={close} sx={{ position: "absolute", top: 12, right: 12 }}>
          <CloseIcon />
        </IconButton>
      </Tooltip>
    </Paper>
  );
};
