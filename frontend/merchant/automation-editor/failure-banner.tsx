import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Button from "@mui/material/Button";
import { useRef } from "react";
import { AutomationStatus } from "#domain/enumerations.ts";
import { missingStopAdvice } from "#domain/ledger/stopped-text.ts";
import { maxFailedTries } from "#domain/ledger/tries.ts";
import type { AutomationInfo } from "#domain/wire/automations/automation-info.ts";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import { ignoreDoubleClick } from "../../shared/ui/ignore-double-click.ts";
import { useShopZone } from "../use-shop-zone.ts";
import { describeNextTry, failureTitle } from "./failure-text.ts";

const severityOf = (failedTries: number): "info" | "warning" | "error" => {
  if (failedTries === 0) return "info";
  return failedTries >= maxFailedTries ? "error" : "warning";
};

type FailureBannerProps = { automation: AutomationOnWire; info: AutomationInfo | undefined; onTryNow: () => void };

/** Says why the report fails, and what to do (S-2.2.6). Includes an uncounted failure while the next try is pending. */
export const FailureBanner = ({ automation, info, onTryNow }: FailureBannerProps) => {
  const zone = useShopZone();
  const { status, failed_tries, failed_reason } = automation;
  const banner = useRef<HTMLDivElement>(null);
  if (failed_tries === 0 && failed_reason === null) return null;
  const isStopped = failed_tries >= maxFailedTries;
  const advice = failed_reason === null ? null : missingStopAdvice(failed_reason);
  const nextTry = describeNextTry(automation, info, zone);
  const isRetried = status === AutomationStatus.SuspendedRetry;
  return (
    <Alert
      ref={banner}
      tabIndex={-1}
      severity={severityOf(failed_tries)}
      sx={{
        mb: 2,
        overflowWrap: "anywhere",
        // On a phone the button is below the text.
        flexWrap: { xs: "wrap", sm: "nowrap" },
        "& .MuiAlert-message": { flex: { xs: "1 1 75%", sm: "1 1 auto" } },
        "& .MuiAlert-action": { ml: { xs: 2.25, sm: "auto" }, pt: { xs: 0.5, sm: 0.5 } },
      }}
      action={
        info?.RetryAt && (
          <Button
            variant="outlined"
            color="inherit"
            size="small"
            onClick={() => {
              onTryNow();
              // The button disappears once the try has begun.
              banner.current?.focus();
            }}
            {...ignoreDoubleClick}
          >
            Try now
          </Button>
        )
      }
    >
      <AlertTitle>{failureTitle(automation)}</AlertTitle>
      {failed_reason !== null && <div>{failed_reason}</div>}
      {isStopped && !isRetried && status !== AutomationStatus.Paused && advice !== null && <div>{advice}</div>}
      {nextTry !== null && <div>{nextTry}</div>}
    </Alert>
  );
};
