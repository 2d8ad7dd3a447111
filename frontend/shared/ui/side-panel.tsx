import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { CloseIcon } from "./icons.tsx";

type SidePanelProps = {
  title: string;
  onClose: () => void;
  /** Shown beside the close button. */
  actions?: ReactNode;
  children: ReactNode;
};

/**
 * The content of a panel beside the page: a head, and a scrolling body. Takes the focus when it opens; Escape closes
 * it.
 */
export const SidePanel = ({ title, onClose, actions, children }: SidePanelProps) => {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Box
      component="aside"
      aria-labelledby={id}
      onKeyDown={(event: KeyboardEvent) => event.key === "Escape" && onClose()}
      sx={{ display: "flex", flexDirection: "column", height: "100%", bgcolor: "background.paper" }}
    >
      <Box sx={{ display: "flex", alignItems: "center", gap: 0.5, pl: 2.5, pr: 1.5, minHeight: 60 }}>
        <Typography variant="h2" id={id} ref={heading} tabIndex={-1} sx={{ flex: 1, "&:focus": { outline: "none" } }}>
          {title}
        </Typography>
        {actions}
        <Tooltip title="Close">
          <IconButton aria-label={`Close ${title}`} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </Tooltip>
      </Box>
      {/* A scrolling region must be reachable with the Tab key. */}
      <Box
        role="region"
        aria-labelledby={id}
        tabIndex={0}
        sx={{ flex: 1, overflowY: "auto", borderTop: 1, borderColor: "divider", outlineOffset: -2 }}
      >
        {children}
      </Box>
    </Box>
  );
};
