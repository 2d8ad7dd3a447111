import Box from "@mui/material/Box";
import CircularProgress from "@mui/material/CircularProgress";
import Fade from "@mui/material/Fade";
import { type ReactNode, useEffect, useState } from "react";
import { DoneIcon, EmptyIcon, ErrorIcon } from "../ui/icons.tsx";
import type { SaveState } from "./save-queue.ts";

/** Specified in S-1.9. */
const hideAfterMs = 6000;

type Shown = "saving" | "saved" | "held-back" | "error";

/** `held-back`: the input so far can't be saved yet. */
export type ShownSaveState = SaveState | "held-back";

const textOf: Record<Shown, string> = {
  saving: "Saving ...",
  saved: "Saved",
  "held-back": "Not saved",
  error: "Not saved",
};
const iconOf: Record<Shown, ReactNode> = {
  saving: <CircularProgress size={14} thickness={5} aria-hidden />,
  saved: <DoneIcon color="success" sx={{ fontSize: 16 }} />,
  // An unfinished choice is no error, so the icon isn't red. The field says what is missing.
  "held-back": <EmptyIcon sx={{ fontSize: 16 }} />,
  error: <ErrorIcon color="error" sx={{ fontSize: 16 }} />,
};

/** Shows nothing at first, and nothing 6 s after a save ended. */
const useShown = (state: ShownSaveState): { shown: Shown | null; last: Shown } => {
  const [shown, setShown] = useState<Shown | null>(null);
  // The note still shows this while it fades.
  const [last, setLast] = useState<Shown>("saved");
  useEffect(() => {
    if (state === "waiting" || state === "saving") {
      setShown("saving");
      return setLast("saving");
    }
    const ended: Shown = state === "none" ? "saved" : state;
    setShown((before) => (before === null && ended === "saved" ? null : ended));
    setLast(ended);
    const timer = setTimeout(() => setShown(null), hideAfterMs);
    return () => clearTimeout(timer);
  }, [state]);
  return { shown, last };
};

const inside = { display: "flex", alignItems: "center", gap: 0.75, typography: "body2", fontWeight: 550 } as const;

/**
 * The global save indicator, in a part that stays visible (the header, a narrow screen's bar, an editor's head), so it
 * covers nothing.
 */
export const SavingNote = ({ state }: { state: ShownSaveState }) => {
  const { shown, last } = useShown(state);
  return (
    <Box role="status" sx={{ minHeight: { sm: 20 } }}>
      <Fade in={shown !== null} unmountOnExit>
        <Box
          sx={{
            ...inside,
            typography: { xs: "caption", sm: "body2" },
            fontWeight: 550,
            lineHeight: { xs: "16px", sm: "inherit" },
            whiteSpace: "nowrap",
            color: "text.secondary",
          }}
        >
          {iconOf[shown ?? last]}
          <span>{textOf[shown ?? last]}</span>
        </Box>
      </Fade>
    </Box>
  );
};
