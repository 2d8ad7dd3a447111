import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { Suspense, useState } from "react";
import { getErrorMessage, isSkipped } from "../../../shared/api/api-error.ts";
import { ConfirmDialog } from "../../../shared/ui/confirm-dialog.tsx";
import { createLazyPart } from "../../loading/create-lazy-part.tsx";
import { useServices } from "../../services.tsx";
import { useCopy } from "../../use-copy.ts";

const LazyReceiverDialog = createLazyPart(
  () => import("./receiver-dialog.tsx"),
  ({ onClose }) => onClose(),
);

/** The secret that signs calls: shown on request, with buttons to copy and renew. */
export const WebhookSecret = ({ id }: { id: string }) => {
  const { api } = useServices();
  const notify = useNotify();
  const copy = useCopy();
  const [secret, setSecret] = useState<string | null>(null);
  const [asks, setAsks] = useState(false);
  const [explains, setExplains] = useState(false);
  const onError = (error: unknown) => {
    if (!isSkipped(error)) notify(getErrorMessage(error), { type: "error" });
  };
  const show = useMutation({ mutationFn: () => api.webhookSecret(id), onSuccess: setSecret, onError });
  const renew = useMutation({
    mutationFn: () => api.newWebhookSecret(id),
    onSuccess: (renewed) => {
      setSecret(renewed);
      notify("You have a new signing secret. Give it to your receiver.", { type: "success" });
    },
    onError,
  });
  return (
    <Box>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        Every call is signed, so your receiver can check that it comes from us.{" "}
        <Link component="button" type="button" variant="body2" aria-haspopup="dialog" onClick={() => setExplains(true)}>
          What your receiver must check
        </Link>
      </Typography>
      {secret === null ? (
        <Button size="small" variant="outlined" color="inherit" loading={show.isPending} onClick={() => show.mutate()}>
          Show signing secret
        </Button>
      ) : (
        <>
          <TextField
            fullWidth
            label="Signing secret"
            value={secret}
            onFocus={(event) => event.target.select()}
            slotProps={{
              input: { readOnly: true },
              htmlInput: { translate: "no", style: { fontFamily: "monospace" } },
            }}
          />
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1.25 }}>
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              onClick={() =>
                void copy(secret, {
                  copied: "Signing secret copied",
                  refused: "Your browser doesn't allow copying. Copy the secret from the field.",
                })
              }
            >
              Copy
            </Button>
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              loading={renew.isPending}
              onClick={() => setAsks(true)}
            >
              Renew
            </Button>
            <Button size="small" color="inherit" onClick={() => setSecret(null)}>
              Hide
            </Button>
          </Box>
        </>
      )}
      <ConfirmDialog
        open={asks}
        title="Renew the signing secret?"
        text="Your receiver's current secret stops working at once. Until it has the new one, it will reject our calls."
        action="Renew secret"
        onConfirm={() => {
          setAsks(false);
          renew.mutate();
        }}
        onCancel={() => setAsks(false)}
      />
      {explains && (
        <Suspense fallback={null}>
          <LazyReceiverDialog onClose={() => setExplains(false)} />
        </Suspense>
      )}
    </Box>
  );
};
