import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import type { SaveState } from "../../shared/saving/save-queue.ts";
import { SavingNote } from "../../shared/saving/saving-note.tsx";
import { useBarPlaces } from "./bar-places.ts";
import { InBottomBar } from "./in-bottom-bar.tsx";

/** What is said of saving (S-1.9) on a wide screen: in the header, which stays in sight and covers nothing of the page. */
export const HeaderSaving = ({ saving }: { saving: SaveState }) => {
  const { status } = useBarPlaces();
  return status === null ? null : createPortal(<SavingNote state={saving} />, status);
};

type BarSavingProps = {
  saving: SaveState;
  /** Where there is no bar, if not in the header. */
  wide?: ReactNode;
};

/** The same at any width: on a narrow screen in the bar. */
export const BarSaving = ({ saving, wide = <HeaderSaving saving={saving} /> }: BarSavingProps) =>
  useBarPlaces().content === null ? (
    wide
  ) : (
    <InBottomBar>
      <Box sx={{ order: 1, ml: "auto" }}>
        <SavingNote state={saving} />
      </Box>
    </InBottomBar>
  );
