import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { memo } from "react";
import type { ListedAutomation } from "#domain/wire/automations/automations.ts";
import type { ShopDay } from "../../shared/time/describe-day.ts";
import { FileTypeIcon, fileTypeName } from "../../shared/ui/file-type-icon.tsx";
import { WarningIcon } from "../../shared/ui/icons.tsx";
import { RowFrame, type RowOfList } from "../listing/row-frame.tsx";
import { RowTitle } from "../listing/row-title.tsx";
import { describeDestination, describeRhythm } from "../resources/automations/describe-automation.ts";
import { describeSameFiles } from "../resources/automations/same-files-warning.ts";
import { StatusBadge } from "../resources/automations/status-badge.tsx";
import { isRunning } from "../resources/automations/status-display.ts";
import { automations } from "./kind.ts";
import { describeLast, describeNext } from "./row-text.ts";

type AutomationRowProps = RowOfList<ListedAutomation> & {
  /** Title of its report design; undefined while unknown. */
  design: string | undefined;
  day: ShopDay;
};

const quiet = { color: "textSecondary", variant: "body2", component: "p" } as const;

/** An automated report in a row: its content, destination, status, next run and last outcome. */
export const AutomationRow = memo(({ design, day, ...frame }: AutomationRowProps) => {
  const { row } = frame;
  return (
    <RowFrame {...frame} isTall icon={<FileTypeIcon type={row.file_type} size={32} decorative />}>
      <Box
        sx={{
          flex: 1,
          minWidth: 0,
          display: "grid",
          gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "minmax(0, 1fr) 208px", md: "minmax(0, 1fr) 176px 208px" },
          gridTemplateRows: { sm: "auto 1fr auto", md: "auto" },
          alignItems: "baseline",
          columnGap: 3,
          rowGap: 0.5,
          py: 0.75,
        }}
      >
        <Box sx={{ minWidth: 0, gridRow: { sm: "1 / 3", md: "auto" } }}>
          <RowTitle title={row.title} to={automations.toPath(row.id)} />
          <Typography {...quiet} noWrap title={design}>
            {[fileTypeName(row.file_type), design].filter(Boolean).join(" · ")}
          </Typography>
          <Typography {...quiet}>{describeRhythm(row)}</Typography>
          <Typography {...quiet} noWrap title={describeDestination(row.ReportDestination)}>
            {describeDestination(row.ReportDestination)}
          </Typography>
        </Box>
        <Box>
          <StatusBadge status={row.status} />
        </Box>
        <Box sx={{ fontVariantNumeric: "tabular-nums", alignSelf: { sm: "start", md: "auto" } }}>
          <Typography variant="body2" component="p">
            {describeNext(row, day.zone)}
          </Typography>
          <Typography {...quiet}>{describeLast(row, day)}</Typography>
        </Box>
        {row.failed_reason !== null && <Reason text={row.failed_reason} tries={row.failed_tries} />}
        {row.same_files && <Reason text={describeSameFiles(row.same_files, isRunning(row.status))} tries={0} />}
      </Box>
    </RowFrame>
  );
});

/** The reason of the last failure, or a problem with its files. Shows two lines and the whole text on hover. */
const Reason = ({ text, tries }: { text: string; tries: number }) => (
  <Box
    data-part="reason"
    title={text}
    sx={{
      gridColumn: "1 / -1",
      display: "flex",
      gap: 0.75,
      color: "error.main",
      "& svg": { fontSize: 17, mt: "1.5px", flex: "none" },
    }}
  >
    <WarningIcon />
    <Typography
      variant="body2"
      component="p"
      sx={{
        display: "-webkit-box",
        WebkitBoxOrient: "vertical",
        // On a phone lines are shorter, and there is no hover.
        WebkitLineClamp: { xs: 5, sm: 2 },
        overflow: "hidden",
        overflowWrap: "anywhere",
      }}
    >
      {tries > 1 && `${tries} failures in a row. `}
      {text}
    </Typography>
  </Box>
);
