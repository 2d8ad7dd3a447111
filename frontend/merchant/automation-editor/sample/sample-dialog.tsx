import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import type { SampleOnWire } from "#domain/wire/automations/sample.ts";
import { ignoreDoubleClick } from "../../../shared/ui/ignore-double-click.ts";
import { sizeText } from "../../report-exports/size-text.ts";
import { formatOrderCount } from "../../resources/order-count.ts";
import { MailPreview } from "./mail-preview.tsx";
import { useSample } from "./use-sample.ts";

export type SampleDialogProps = { exportId: string; onClose: () => void };

type Result = { severity: "success" | "info" | "warning" | "error"; text: string };

const results: Readonly<Record<NonNullable<SampleOnWire["Outcome"]>, (to: string) => Result>> = {
  sent: (to) => ({ severity: "success", text: `The sample was sent to ${to}.` }),
  waiting: () => ({
    severity: "info",
    text: "The mail server isn't accepting the sample right now. We'll keep trying for a day.",
  }),
  "may have arrived": (to) => ({
    severity: "warning",
    text: `The mail server didn't confirm the sample. It may have arrived at ${to}.`,
  }),
  failed: (to) => ({
    severity: "error",
    text: `The sample couldn't be sent to ${to}. Make a new one. If that fails too, check the address in your store.`,
  }),
};

/** A sample's mail, before it goes to the shop's own address. */
const SampleDialog = ({ exportId, onClose }: SampleDialogProps) => {
  const { mail, failure, notRequested, send } = useSample(exportId);
  const result = send.isSuccess && mail?.Outcome ? results[mail.Outcome](mail.To) : null;
  const close = useRef<HTMLButtonElement>(null);
  const isDone = result !== null;
  // 'Send sample' goes away with the focus. Without one, Escape wouldn't reach the dialog.
  useEffect(() => {
    if (isDone) close.current?.focus();
  }, [isDone]);
  const isUnderWay = send.isPending || (send.isSuccess && !mail?.Outcome);
  return (
    <Dialog open onClose={onClose} aria-labelledby="sample-title" maxWidth="sm" fullWidth>
      <DialogTitle id="sample-title">Send me a sample</DialogTitle>
      <DialogContent sx={{ minHeight: 320 }}>
        <Box role="status">
          {result && (
            <Alert severity={result.severity} sx={{ mb: 2, overflowWrap: "anywhere" }}>
              {result.text}
            </Alert>
          )}
          {(failure ?? notRequested) !== null && (
            <Alert severity="error" sx={{ mb: 2, overflowWrap: "anywhere" }}>
              {failure ?? notRequested}
            </Alert>
          )}
          {!mail && failure === null && (
            <>
              <Typography sx={{ mb: 1.5 }}>Making the newest report …</Typography>
              <LinearProgress aria-label="Making the sample" />
            </>
          )}
        </Box>
        {mail && (
          <>
            {mail.NotSentEmpty && (
              <Alert severity="info" sx={{ mb: 2 }}>
                No orders matched. The automated report would send nothing this time.
              </Alert>
            )}
            <MailPreview
              fields={[
                ["To", mail.To],
                ["Subject", mail.Subject],
                [
                  mail.Attached ? "Attachment" : "Linked file",
                  `${mail.FileName}, ${sizeText(mail.Bytes)}, ${formatOrderCount(mail.Orders)}`,
                ],
              ]}
              text={mail.Text}
            />
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button ref={close} color="inherit" onClick={onClose} autoFocus>
          {send.isSuccess || failure !== null ? "Close" : "Cancel"}
        </Button>
        {mail && !result && (
          <Button variant="contained" loading={isUnderWay} onClick={() => send.mutate()} {...ignoreDoubleClick}>
            Send sample
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
};

export default SampleDialog;
