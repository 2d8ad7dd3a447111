import Badge from "@mui/material/Badge";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { visuallyHidden } from "@mui/utils";
import { createPortal } from "react-dom";
import { DownloadIcon } from "../../shared/ui/icons.tsx";
import { useBarPlaces } from "../bottom-bar/bar-places.ts";

type ExportsButtonProps = { id: string; running: number; open: boolean; onClick: () => void };

/**
 * Opens the panel and closes it; its badge counts the reports in the making. It is in sight wherever the page stands and covers none of it: in the
 * header of a wide screen, in the bar of a narrow one, there by a shorter name where the page has something in the bar.
 */
export const ExportsButton = ({ id, running, open, onClick }: ExportsButtonProps) => {
  const { end, content } = useBarPlaces();
  if (end === null) return null;
  const isInBar = content !== null;
  return createPortal(
    <Button
      id={id}
      variant="outlined"
      color="inherit"
      aria-expanded={open}
      onClick={onClick}
      sx={{ gap: 1, whiteSpace: "nowrap", ...(isInBar && { minWidth: 44, minHeight: 44 }) }}
    >
      <Badge badgeContent={running} color="warning" aria-hidden="true">
        <DownloadIcon fontSize="small" />
      </Badge>
      <span>
        <Box
          component="span"
          sx={(theme) => ({
            [theme.breakpoints.down("sm")]: { "[data-bar-content]:not(:empty) + * > * > * > &": visuallyHidden },
          })}
        >
          Report{" "}
        </Box>
        <Box
          component="span"
          sx={(theme) => ({
            [theme.breakpoints.down("sm")]: {
              "[data-bar-content]:not(:empty) + * > * > * > &": {
                display: "inline-block",
                textTransform: "capitalize",
              },
            },
          })}
        >
          exports
        </Box>
      </span>
      {running > 0 && <span style={visuallyHidden}>, {running} in progress</span>}
    </Button>,
    end,
  );
};
