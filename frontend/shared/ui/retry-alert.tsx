import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import type { SxProps, Theme } from "@mui/material/styles";
import type { ReactNode } from "react";

type RetryAlertProps = { onRetry: () => void; sx?: SxProps<Theme>; children: ReactNode };

export const RetryAlert = ({ onRetry, sx, children }: RetryAlertProps) => (
  <Alert
    severity="error"
    {...(sx !== undefined && { sx })}
    action={
      <Button color="inherit" size="small" onClick={onRetry}>
        Try again
      </Button>
    }
  >
    {children}
  </Alert>
);
