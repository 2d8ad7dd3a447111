import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { WarningIcon } from "./icons.tsx";

/** How long the text stays after a tap, ms. */
const readingTime = 6_000;

/** An icon whose text shows on hover, focus and tap. */
export const WarningTip = ({ text }: { text: string }) => (
  <Tooltip title={text} enterTouchDelay={0} leaveTouchDelay={readingTime}>
    <IconButton size="small" aria-label={text}>
      <WarningIcon fontSize="small" color="warning" />
    </IconButton>
  </Tooltip>
);
