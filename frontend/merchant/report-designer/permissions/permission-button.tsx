import Alert from "@mui/material/Alert";
import Button, { type ButtonProps } from "@mui/material/Button";
import { getErrorMessage } from "../../../shared/api/api-error.ts";
import { OutsideIcon } from "../../../shared/ui/icons.tsx";
import type { PermissionScope } from "./missing-permissions.ts";
import type { useAskPermissions } from "./use-permissions.ts";

type Asking = { ask: ReturnType<typeof useAskPermissions> };
type PermissionButtonProps = Asking & { scopes: readonly PermissionScope[] } & ButtonProps;

/** Opens the platform's consent page. Busy until this page is gone. */
export const PermissionButton = ({ ask, scopes, ...look }: PermissionButtonProps) => (
  <Button
    startIcon={<OutsideIcon fontSize="small" />}
    loading={ask.isPending || ask.isSuccess}
    loadingPosition="start"
    onClick={() => ask.mutate(scopes)}
    {...look}
    sx={{ flexShrink: 0, whiteSpace: "nowrap" }}
  >
    Give permission
  </Button>
);

/** Says why the consent page can't be opened. */
export const PermissionProblem = ({ ask }: Asking) =>
  ask.isError ? (
    <Alert severity="error" sx={{ mt: 1.5 }}>
      {getErrorMessage(ask.error)}
    </Alert>
  ) : null;
