import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import type { SaveState } from "../../shared/saving/save-queue.ts";

/** Part 1 section 9. */
const hideAfterMs = 6000;

const textOf = { saving: "Saving ...", saved: "Saved", error: "Not saved" } as const;

/** Says that choices are saved, are being saved, or could not be; silent 6 s after that ended. */
export const SavingIndicator = ({ state }: { state: SaveState }) => {
  const [shown, setShown] = useState<keyof typeof textOf | null>(null);
  useEffect(() => {
    if (state === "waiting" || state === "saving") return setShown("saving");
    setShown((before) => (state === "error" ? "error" : before === null ? null : "saved"));
    const timer = setTimeout(() => setShown(null), hideAfterMs);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <Typography role="status" variant="body2" color={shown === "error" ? "error" : "textSecondary"}>
      {shown === null ? "" : textOf[shown]}
    </Typography>
  );
};
