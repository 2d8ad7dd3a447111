import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { columnNames } from "../column-names.ts";
import { describePermissions, type MissingPermission } from "./missing-permissions.ts";
import { PermissionButton, PermissionProblem } from "./permission-button.tsx";
import { useAskPermissions } from "./use-permissions.ts";

type PermissionNotesProps = {
  missing: readonly MissingPermission[];
  settle: () => Promise<boolean>;
};

/** Permissions that shown columns lack, with a button that requests all of them at once. */
export const PermissionNotes = ({ missing, settle }: PermissionNotesProps) => {
  const ask = useAskPermissions(settle);
  if (missing.length === 0) return null;
  const columns = [...new Set(missing.flatMap((one) => one.columns))];
  const scopes = missing.map(({ scope }) => scope);
  return (
    <Alert severity="info" sx={{ mb: 2, overflowWrap: "anywhere", "& .MuiAlert-message": { flex: 1 } }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 2, rowGap: 1, alignItems: "center" }}>
        <Box sx={{ flex: "1 1 260px" }}>
          {columnNames(columns)} {columns.length === 1 ? "shows" : "show"} 'no access'. Sheaf needs permission to read
          your store's {describePermissions(scopes)}. Grant it on the store platform, then come back here.
        </Box>
        <PermissionButton ask={ask} scopes={scopes} size="small" variant="outlined" color="inherit" />
      </Box>
      <PermissionProblem ask={ask} />
    </Alert>
  );
};
