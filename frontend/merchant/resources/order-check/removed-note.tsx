import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import type { RemoveCondition } from "./remove-condition.ts";

/** The removed condition with an undo button; takes over the button's focus. */
export const RemovedNote = ({ condition }: { condition: RemoveCondition }) =>
  condition.removed !== null && (
    <Box role="status" sx={{ display: "flex", flexWrap: "wrap", alignItems: "baseline", columnGap: 1 }}>
      <Typography variant="body2" sx={{ overflowWrap: "anywhere", minWidth: 0 }}>
        Removed “{condition.removed}”.
      </Typography>
      <Link
        component="button"
        type="button"
        variant="body2"
        autoFocus
        disabled={condition.isBusy}
        onClick={condition.undo}
      >
        Undo
      </Link>
    </Box>
  );
