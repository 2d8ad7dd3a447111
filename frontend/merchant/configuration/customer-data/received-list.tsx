import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReceivedFile } from "#domain/wire/account/received.ts";
import { useShopZone } from "../../use-shop-zone.ts";
import { fileInWords } from "./in-words.ts";

/** The files, newest first, with the known facts about each. */
export const ReceivedList = ({ files }: { files: readonly ReceivedFile[] }) => {
  const zone = useShopZone();
  return (
    <Box component="ol" aria-label="Files" sx={{ listStyle: "none", m: 0, p: 0 }}>
      {files.map((file) => (
        <Box component="li" key={file.ExportId} sx={{ py: 1.5, borderTop: 1, borderColor: "divider" }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>{file.FileName}</Typography>
          {fileInWords(file, zone).map((line) => (
            <Typography key={line} variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
              {line}
            </Typography>
          ))}
        </Box>
      ))}
    </Box>
  );
};
