import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { type MissingPermission, permissionWords } from "./missing-permissions.ts";
import { PermissionButton, PermissionProblem } from "./permission-button.tsx";
import { useAskPermissions } from "./use-permissions.ts";

type PermissionNotesProps = {
  missing: readonly MissingPermission[];
  settle: () => Promise<boolean>;
};

const listed = new Intl.ListFormat("en", { type: "conjunction" });

/** What shown columns lack, why, and the way to it. All of it is asked for at once. */
export const PermissionNotes = ({ missing, settle }: PermissionNotesProps) => {
  const ask = useAskPermissions(settle);
  if (missing.length === 0) return null;
  const columns = missing.flatMap((one) => one.columns);
  const things = listed.format(missing.map(({ scope }) => permissionWords[scope]));
  return (
    <Alert severity="info" sx={{ mb: 2, overflowWrap: "anywhere", "& .MuiAlert-message": { flex: 1 } }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 2, rowGap: 1, alignItems: "center" }}>
        <Box sx={{ flex: "1 1 260px" }}>
          {listed.format(columns.map(({ Title }) => Title))} {columns.length === 1 ? "shows" : "show"} 'no access':
          Sheaf may not read your store's {things} yet. You agree to that on the store platform, and come back here.
        </Box>
        <PermissionButton ask={ask} scopes={missing.map(({ scope }) => scope)} />
      </Box>
      <PermissionProblem ask={ask} />
    </Alert>
  );
};
