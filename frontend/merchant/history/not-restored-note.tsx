import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";

/** Losses of a restoration, a sentence each. */
export const NotRestoredList = ({
  lead = "Restored, but not everything could come back.",
  sentences,
}: {
  lead?: string;
  sentences: readonly string[];
}) => (
  <>
    {lead}
    <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.25 }}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </Box>
  </>
);

type NotRestoredNoteProps = { lead?: string; sentences: readonly string[]; onClose?: () => void };

/** The losses, on the page until closed, as they must be read. */
export const NotRestoredNote = ({ onClose, ...list }: NotRestoredNoteProps) => (
  <Alert severity="warning" sx={{ overflowWrap: "anywhere" }} {...(onClose && { onClose })}>
    <NotRestoredList {...list} />
  </Alert>
);
