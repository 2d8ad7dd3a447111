import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import { describeUnreadOnWire } from "#domain/wire/reports/unread-orders.ts";

/** Names the preview's partly unreadable orders; empty if none. `square`: for use inside a frame. */
export const UnreadNote = ({ preview, square = false }: { preview: Preview | undefined; square?: boolean }) => {
  const words = describeUnreadOnWire(preview?.Unread);
  if (words.length === 0) return null;
  return (
    <Alert
      severity="warning"
      square={square}
      sx={{ overflowWrap: "anywhere", ...(square ? { borderRadius: 0 } : { mb: 2 }) }}
    >
      {words.map((sentence) => (
        <Box key={sentence}>{sentence}</Box>
      ))}
    </Alert>
  );
};
