import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId } from "react";
import { rangeFromWire } from "#domain/wire/filters/range-from-wire.ts";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import type { SaveState } from "../../shared/saving/save-queue.ts";
import { SavingNote } from "../../shared/saving/saving-note.tsx";
import { describeRange } from "../../shared/time/date-range-labels.ts";
import { shortcuts } from "../../shared/ui/shortcuts.ts";
import { useShortcut } from "../../shared/ui/use-shortcut.ts";
import { HeaderSaving } from "../bottom-bar/bar-saving.tsx";
import { useBarSlots } from "../bottom-bar/bar-slots.ts";
import { InBottomBar } from "../bottom-bar/in-bottom-bar.tsx";
import { ShortCount } from "../bottom-bar/short-count.tsx";
import { WhyEmptyLink } from "../empty-report/why-empty-link.tsx";
import type { CountState } from "../resources/order-count.ts";

type GenerateFootProps = {
  filters: UserOrderFilters;
  /** Individually selected orders. */
  selects: number;
  count: CountState;
  /** Why nothing can be generated yet; null if it can. */
  hindrance: string | null;
  isBusy: boolean;
  saving: SaveState;
  /** The button that makes an automated report of this. */
  schedule: ReactNode;
  onGenerate: () => void;
};

/**
 * The foot of the form with its button, always in view. On a narrow screen the button is in the bar, beside the number
 * of orders.
 */
export const GenerateFooter = ({
  filters,
  selects,
  count,
  hindrance,
  isBusy,
  saving,
  schedule,
  onGenerate,
}: GenerateFootProps) => {
  const hasBar = useBarSlots().content !== null;
  const hindranceId = useId();
  useShortcut(shortcuts.generate, onGenerate, { isOn: hindrance === null && !isBusy });
  const generate = (
    <Button
      variant="contained"
      size="large"
      loading={isBusy}
      loadingPosition="start"
      disabled={hindrance !== null}
      aria-describedby={hindrance === null ? undefined : hindranceId}
      aria-keyshortcuts="Control+Enter"
      onClick={onGenerate}
      sx={{ minWidth: { xs: 100, sm: 140 }, px: { xs: 1.75, sm: 2.5 }, ml: hasBar ? "auto" : 0 }}
    >
      {isBusy ? "Requesting report" : "Generate"}
    </Button>
  );
  const actions = (
    <Box
      sx={{
        display: "flex",
        flexWrap: "wrap",
        alignItems: "center",
        gap: 2,
        px: { xs: 2, sm: 3 },
        py: hasBar ? 1.25 : 2,
        borderTop: 1,
        borderColor: "divider",
        bgcolor: "surface.sunken",
        ...(!hasBar && { position: "sticky", bottom: 0, zIndex: 1 }),
      }}
    >
      {!hasBar && <HeaderSaving saving={saving} />}
      {!hasBar && generate}
      {schedule}
      {!hasBar && hindrance === null && (
        <Box sx={{ ml: "auto" }}>
          {selects > 0 ? (
            <Selected count={selects} />
          ) : (
            <ShortCount count={count} dates={describeRange(rangeFromWire(filters))} />
          )}
        </Box>
      )}
      {hindrance !== null && (
        <Typography id={hindranceId} variant="body2" color="textSecondary" sx={{ flex: 1, minWidth: 180 }}>
          {hindrance}
        </Typography>
      )}
      <InBottomBar>
        <Box
          sx={{
            minWidth: 0,
            display: "flex",
            flexDirection: { xs: "column", sm: "row" },
            alignItems: { sm: "center" },
            columnGap: 1.5,
          }}
        >
          {selects > 0 ? <Selected count={selects} /> : <ShortCount count={count} />}
          <SavingNote state={saving} />
        </Box>
        {generate}
      </InBottomBar>
    </Box>
  );
  return (
    <>
      {actions}
      <Box sx={{ px: { xs: 2, sm: 3 }, pb: 2, bgcolor: "surface.sunken" }}>
        <WhyEmptyLink filters={filters} selects={selects > 0} />
      </Box>
    </>
  );
};

/** Hidden from screen readers, as the page has the number too. */
const Selected = ({ count }: { count: number }) => (
  <Box component="span" aria-hidden sx={{ fontWeight: 600 }}>
    {count} selected
  </Box>
);
