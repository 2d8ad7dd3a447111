import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { FileWithReceivers } from "#domain/wire/account/file-receivers.ts";
import { useShopZone } from "../../use-shop-zone.ts";
import { describeFile } from "./describe-files.ts";

/** The files, newest first, with the known facts about each. */
export const ReceivedList = ({ files }: { files: readonly FileWithReceivers[] }) => {
  const zone = useShopZone();
  return (
    <Box component="ol" aria-label="Files" sx={{ listStyle: "none", m: 0, p: 0 }}>
      {files.map((file) => (
        <Box component="li" key={file.ExportId} sx={{ py: 1.5, borderTop: 1, borderColor: "divider" }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>{file.FileName}</Typography>
          {describeFile(file, zone).map((line) => (
            <Typography key={line} variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
              {line}
            </Typography>
          ))}
        </Box>
      ))}
    </Box>
  );
};
