import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { SavingNote, type ShownSaveState } from "../../shared/saving/saving-note.tsx";
import { useBarSlots } from "./bar-slots.ts";
import { InBottomBar } from "./in-bottom-bar.tsx";

/** The saving indicator (S-1.9) in the header of a wide screen, where it stays visible and covers nothing. */
export const HeaderSaving = ({ saving }: { saving: ShownSaveState }) => {
  const { status } = useBarSlots();
  return status === null ? null : createPortal(<SavingNote state={saving} />, status);
};

type BarSavingProps = {
  saving: ShownSaveState;
  /** Shown without a bar; default: the header. */
  wide?: ReactNode;
};

/** The saving indicator; in the bar on a narrow screen. */
export const BarSaving = ({ saving, wide = <HeaderSaving saving={saving} /> }: BarSavingProps) =>
  useBarSlots().content === null ? (
    wide
  ) : (
    <InBottomBar>
      <Box sx={{ order: 1, ml: "auto" }}>
        <SavingNote state={saving} />
      </Box>
    </InBottomBar>
  );
