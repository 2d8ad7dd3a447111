import type { SxProps, Theme } from "@mui/material/styles";
import type { ReactNode } from "react";
import { getErrorMessage } from "../../shared/api/api-error.ts";
import { RetryAlert } from "../../shared/ui/retry-alert.tsx";
import { useTroubles } from "../use-troubles.ts";

type NotSavedAlertProps = { failure: unknown; onRetry: () => void; sx?: SxProps<Theme>; children?: ReactNode };

/** Changes could not be saved: the reason and the remedy, or that the save repeats automatically. */
export const NotSavedAlert = ({ failure, children, ...retry }: NotSavedAlertProps) => {
  const troubles = useTroubles();
  const isPassing = troubles.includes("saving") || troubles.includes("away");
  return (
    <RetryAlert {...retry}>
      Your last changes are not saved yet. {isPassing ? "They will be saved automatically." : getErrorMessage(failure)}
      {children}
    </RetryAlert>
  );
};
