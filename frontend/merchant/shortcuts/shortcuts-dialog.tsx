import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { Fragment, useId } from "react";
import { shortcuts } from "../../shared/ui/shortcuts.ts";

const nameOf: Readonly<Record<string, string>> = { PageUp: "Page Up", PageDown: "Page Down" };

/** `⌘` on a Mac, where it replaces Ctrl. */
const toKeyName = (key: string): string =>
  key === "Ctrl" && navigator.userAgent.includes("Mac") ? "⌘" : (nameOf[key] ?? key);

const Keys = ({ keys }: { keys: string }) => (
  <Box component="span" sx={{ display: "inline-flex", alignItems: "center", gap: 0.5, whiteSpace: "nowrap" }}>
    {keys.split("+").map((key, at) => (
      <Fragment key={key}>
        {at > 0 && <span> + </span>}
        <Box
          component="kbd"
          sx={{
            px: 0.75,
            py: 0.25,
            minWidth: 24,
            textAlign: "center",
            border: 1,
            borderColor: "divider",
            borderRadius: 0.75,
            bgcolor: "surface.sunken",
            font: "inherit",
            fontSize: "0.8125rem",
            fontWeight: 600,
          }}
        >
          {toKeyName(key)}
        </Box>
      </Fragment>
    ))}
  </Box>
);

export type ShortcutsDialogProps = { open: boolean; onClose: () => void };

/** All keyboard shortcuts, and where each works. */
const ShortcutsDialog = ({ open, onClose }: ShortcutsDialogProps) => {
  const id = useId();
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>Keyboard shortcuts</DialogTitle>
      <DialogContent>
        <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
          {Object.values(shortcuts).map(({ keys, name, place }) => (
            <Box
              component="li"
              key={keys}
              sx={{
                display: "flex",
                alignItems: "center",
                justifyContent: "space-between",
                gap: 2,
                py: 1,
                "& + &": { borderTop: 1, borderColor: "divider" },
              }}
            >
              <div>
                <Typography variant="body2">{name}</Typography>
                <Typography variant="caption" component="p" color="textSecondary">
                  {place}
                </Typography>
              </div>
              <Keys keys={keys} />
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
};

export default ShortcutsDialog;
