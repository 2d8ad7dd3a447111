import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { useCopy } from "../../use-copy.ts";
import { receiverCode } from "./receiver-code.ts";

const points = [
  "Answer within two seconds with a status from 200 to 299, and download the file afterwards. Anything else counts as a failure, and we try again.",
  "The call has two query parameters: fileurl, where to download the file, and created_at, when it was made.",
  "Check the Sheaf-Signature header with your signing secret, as below. Reject calls whose t is more than five minutes off.",
  "Store the Idempotency-Key header. If the same key comes again, it's the same delivery: answer 200, but don't process it twice.",
  "Tests have the Sheaf-Test header.",
] as const;

/** Instructions for developers of webhook receivers: what to check, and how. */
const ReceiverDialog = ({ onClose }: { onClose: () => void }) => {
  const copy = useCopy();
  const copyCode = () =>
    copy(receiverCode, {
      copied: "Code copied",
      refused: "Your browser doesn't allow copying. Select the code and copy it.",
    });
  return (
    <Dialog open onClose={onClose} aria-labelledby="receiver-title" maxWidth="md" fullWidth>
      <DialogTitle id="receiver-title">What your receiver must check</DialogTitle>
      <DialogContent>
        <Box component="ul" sx={{ m: 0, mb: 2, pl: 2.5, "& li + li": { mt: 0.75 } }}>
          {points.map((point) => (
            <Typography key={point} component="li">
              {point}
            </Typography>
          ))}
        </Box>
        <Typography variant="h3" sx={{ mb: 1 }}>
          The check, for Node.js
        </Typography>
        <Box
          component="pre"
          translate="no"
          // Lets keyboard users scroll the code.
          tabIndex={0}
          role="region"
          aria-label="The check, for Node.js"
          sx={{
            m: 0,
            p: 1.5,
            border: 1,
            borderColor: "divider",
            borderRadius: 1,
            bgcolor: "surface.sunken",
            overflowX: "auto",
            fontSize: "0.8125rem",
            lineHeight: "20px",
          }}
        >
          {receiverCode}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => void copyCode()}>
          Copy code
        </Button>
        <Button variant="contained" onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
};

export default ReceiverDialog;
