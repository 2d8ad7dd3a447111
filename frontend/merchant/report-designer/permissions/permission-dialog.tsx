import Typography from "@mui/material/Typography";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { DialogFrame } from "../dialogs/dialog-frame.tsx";
import { describePermissions, type PermissionScope } from "./missing-permissions.ts";
import { PermissionButton, PermissionProblem } from "./permission-button.tsx";
import { useAskPermissions } from "./use-permissions.ts";

export type PermissionDialogProps = {
  column: ReportColumn;
  scopes: readonly PermissionScope[];
  settle: () => Promise<boolean>;
  onClose: () => void;
};

/** Explains why a column shows 'no access', and offers to request the missing permission. */
const PermissionDialog = ({ column, scopes, settle, onClose }: PermissionDialogProps) => {
  const ask = useAskPermissions(settle);
  return (
    <DialogFrame
      title="No access yet"
      about={column.Title}
      main={<PermissionButton ask={ask} scopes={scopes} variant="contained" autoFocus />}
      onClose={onClose}
    >
      <Typography>
        This column shows 'no access', here and in files. Sheaf needs permission to read your store's{" "}
        {describePermissions(scopes)}.
      </Typography>
      <Typography sx={{ mt: 1.5 }}>
        Grant it on the store platform, then come back to this design, and the column fills in. Some platform plans
        don't give any app this access. The column then stays as it is.
      </Typography>
      <PermissionProblem ask={ask} />
    </DialogFrame>
  );
};

export default PermissionDialog;
