import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { customFromWire } from "#domain/wire/reports/column-settings-on-wire.ts";
import { getErrorMessage, isSkipped } from "../../../shared/api/api-error.ts";
import { RetryAlert } from "../../../shared/ui/retry-alert.tsx";
import {
  categoryName,
  formatNotes,
  groupingsText,
  isSlow,
  slowColumnNote,
} from "../../resources/columns/column-list.ts";
import { useColumnInfos } from "../../resources/columns/use-columns.ts";
import { attributeIn, groupingsOfAttribute } from "../attributes.ts";
import { DialogFrame } from "./dialog-frame.tsx";
import type { ColumnDialogProps } from "./index.ts";

/** A column's content, its peculiarities, and where it can be used (S-2.2.2). */
const InformationDialog = ({ column, onClose }: ColumnDialogProps) => {
  const infos = useColumnInfos();
  const info = infos.data?.get(column.Column);
  const attribute = attributeIn(column, customFromWire(column.CustomColumn));
  return (
    <DialogFrame title="Column information" about={column.Title} isWide onClose={onClose}>
      {infos.isPending && (
        <Box role="status" aria-label="Loading">
          <Skeleton width="84%" />
          <Skeleton width="60%" />
        </Box>
      )}
      {infos.isError && !isSkipped(infos.error) && (
        <RetryAlert onRetry={() => void infos.refetch()}>{getErrorMessage(infos.error)}</RetryAlert>
      )}
      {info && (
        <Box component="dl" sx={{ m: 0, display: "grid", gap: 2 }}>
          {column.Title !== column.OriginalTitle && <Fact name="Original title">{column.OriginalTitle}</Fact>}
          <Fact name="Description">{info.Description}</Fact>
          {info.Example !== undefined && attribute === undefined && <Fact name="Example">{info.Example}</Fact>}
          {formatNotes(info) !== "" && <Fact name="Special note">{formatNotes(info)}</Fact>}
          <Fact name="Category">{categoryName(info.Category)}</Fact>
          <Fact name="Possible in">
            {groupingsText(attribute ? { Groupings: groupingsOfAttribute(attribute) } : info)}
          </Fact>
        </Box>
      )}
      {isSlow(column) && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {slowColumnNote}
        </Alert>
      )}
    </DialogFrame>
  );
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <Typography component="dt" variant="subtitle2" color="textSecondary">
      {name}
    </Typography>
    <Typography component="dd" sx={{ m: 0, overflowWrap: "anywhere", whiteSpace: "pre-line" }}>
      {children}
    </Typography>
  </div>
);

export default InformationDialog;
