import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { messageOf } from "../../../shared/api/api-error.ts";
import { OutsideIcon } from "../../../shared/ui/icons.tsx";
import type { useAskPermissions } from "./use-permissions.ts";

type PermissionButtonProps = { ask: ReturnType<typeof useAskPermissions>; scopes: readonly string[] };

/** Leads to the platform's consent. It stays busy until the page is gone. */
export const PermissionButton = ({ ask, scopes }: PermissionButtonProps) => (
  <Button
    size="small"
    variant="outlined"
    color="inherit"
    startIcon={<OutsideIcon fontSize="small" />}
    loading={ask.isPending || ask.isSuccess}
    loadingPosition="start"
    onClick={() => ask.mutate(scopes)}
    sx={{ flexShrink: 0, whiteSpace: "nowrap" }}
  >
    Give permission
  </Button>
);

/** Why that did not work. */
export const PermissionProblem = ({ ask }: Pick<PermissionButtonProps, "ask">) =>
  ask.isError ? (
    <Alert severity="error" sx={{ mt: 1.5 }}>
      {messageOf(ask.error)}
    </Alert>
  ) : null;
