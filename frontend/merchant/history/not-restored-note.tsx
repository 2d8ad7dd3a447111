import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";

type NotRestoredNoteProps = { lead: string; sentences: readonly string[]; onClose?: () => void };

/** What could not come back, a sentence each. It stays until it is closed: it has to be read. */
export const NotRestoredNote = ({ lead, sentences, onClose }: NotRestoredNoteProps) => (
  <Alert severity="warning" sx={{ overflowWrap: "anywhere" }} {...(onClose && { onClose })}>
    {lead}
    <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.25 }}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </Box>
  </Alert>
);
