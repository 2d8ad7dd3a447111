import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { Link as RouterLink } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";
import { hasPage } from "../routes.tsx";

/** Part 1 section 8: an automated report uses the filter. `automation`: its title, null while nobody asked. */
export const DeleteRefusedDialog = ({ automation, onClose }: { automation: string | null; onClose: () => void }) => (
  <Dialog open={automation !== null} onClose={onClose} aria-labelledby="delete-refused-title" maxWidth="xs" fullWidth>
    <DialogTitle id="delete-refused-title">Error deleting filter</DialogTitle>
    <DialogContent>
      <DialogContentText sx={{ overflowWrap: "anywhere" }}>
        The filter cannot be deleted, because the automated report “{automation}” uses it. Delete that automated report
        and try again.
      </DialogContentText>
    </DialogContent>
    <DialogActions>
      {hasPage(paths.automation) && (
        <Button component={RouterLink} to={paths.automation} color="inherit">
          Go to automated reports
        </Button>
      )}
      <Button variant="contained" onClick={onClose} autoFocus>
        Close
      </Button>
    </DialogActions>
  </Dialog>
);
