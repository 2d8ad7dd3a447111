import Typography from "@mui/material/Typography";
import type { ReportColumn } from "#domain/wire/reports.ts";
import { DialogFrame } from "../dialogs/dialog-frame.tsx";
import { type MissingPermission, permissionWords } from "./missing-permissions.ts";
import { PermissionButton, PermissionProblem } from "./permission-button.tsx";
import { useAskPermissions } from "./use-permissions.ts";

export type PermissionDialogProps = {
  column: ReportColumn;
  scope: MissingPermission["scope"];
  settle: () => Promise<boolean>;
  onClose: () => void;
};

/** Why a column shows 'no access', and the way to what it lacks. */
const PermissionDialog = ({ column, scope, settle, onClose }: PermissionDialogProps) => {
  const ask = useAskPermissions(settle);
  return (
    <DialogFrame
      title="No access yet"
      about={column.Title}
      extra={<PermissionButton ask={ask} scopes={[scope]} />}
      onClose={onClose}
    >
      <Typography>
        Sheaf may not read your store's {permissionWords[scope]} yet, so this column shows 'no access', here and in
        files.
      </Typography>
      <Typography sx={{ mt: 1.5 }}>
        Give permission on the store platform: you come back to this design, and the column fills. Some plans of the
        platform keep this from every app; then it stays as it is.
      </Typography>
      <PermissionProblem ask={ask} />
    </DialogFrame>
  );
};

export default PermissionDialog;
