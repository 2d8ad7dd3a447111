import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { WarningIcon } from "./icons.tsx";

/** How long a sentence stays after a finger opened it, in ms. */
const readingTime = 6_000;

/** A warning icon whose sentence shows under the pointer, with the focus, and at the touch of a finger. */
export const WarningTip = ({ text }: { text: string }) => (
  <Tooltip title={text} enterTouchDelay={0} leaveTouchDelay={readingTime}>
    <IconButton size="small" aria-label={text}>
      <WarningIcon fontSize="small" color="warning" />
    </IconButton>
  </Tooltip>
);
