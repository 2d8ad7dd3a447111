import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import type { SaveState } from "../../shared/saving/save-queue.ts";
import { SavingNote } from "../../shared/saving/saving-indicator.tsx";
import { useBarPlaces } from "./bar-places.ts";
import { InBottomBar } from "./in-bottom-bar.tsx";

type BarSavingProps = {
  saving: SaveState;
  /** Where there is no bar. */
  wide: ReactNode;
};

/** What is said of saving (S-1.9): in the bar of a narrow screen, where it covers nothing, and by `wide` where there is room. */
export const BarSaving = ({ saving, wide }: BarSavingProps) =>
  useBarPlaces().content === null ? (
    wide
  ) : (
    <InBottomBar>
      <Box sx={{ order: 1, ml: "auto" }}>
        <SavingNote state={saving} />
      </Box>
    </InBottomBar>
  );
