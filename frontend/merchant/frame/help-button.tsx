import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { HelpIcon } from "../../shared/ui/icons.tsx";

/** Id of the button, which gets the focus when the sidebar closes. */
export const helpButtonId = "help-and-tips-button";

/** Toggles the sidebar; icon only on a narrow screen. */
export const HelpButton = ({ open, toggle }: { open: boolean; toggle: () => void }) => (
  <Button
    id={helpButtonId}
    color="inherit"
    onClick={toggle}
    aria-expanded={open}
    aria-label="Help and tips"
    sx={{ color: "text.secondary", px: 1.25, gap: 0.875, "&:hover, &[aria-expanded=true]": { color: "text.primary" } }}
  >
    <HelpIcon />
    <Box component="span" sx={{ display: { xs: "none", lg: "inline" } }}>
      Help and tips
    </Box>
  </Button>
);
