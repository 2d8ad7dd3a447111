import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { coveredText } from "../../shared/time/covered-text.ts";
import { useLast } from "../../shared/ui/use-last.ts";
import { useShopZone } from "../use-shop-zone.ts";
import type { CatchUp, RunState, Skipped } from "./use-run-state.ts";

type ResumeDialogProps = RunState["question"] & { isSuspended: boolean };

type Choice = { value: CatchUp; name: string; note: string };

/** A suspended report is tried once over all of the time anyway. */
const choicesOf = ({ Count, MayHaveEach }: Skipped, isSuspended: boolean): Choice[] => [
  ...(isSuspended
    ? []
    : [{ value: "nothing" as const, name: "No report", note: "The next one covers only what comes from now on." }]),
  {
    value: "one",
    name: "One report",
    // The slot whose failure suspended it has no report either.
    note: isSuspended
      ? "It covers all the time that has no report, also that of the failed one."
      : "It covers all of the time that was skipped.",
  },
  ...(MayHaveEach && Count > 1
    ? [
        {
          value: "each" as const,
          name: "One report for each",
          note: `${Count.toLocaleString("en")} reports, one after the other.`,
        },
      ]
    : []),
];

/** What becomes of the time that passed while it was paused or suspended. */
export const ResumeDialog = ({ asked, resume, isPending, close, isSuspended }: ResumeDialogProps) => {
  const zone = useShopZone();
  const skipped = useLast(asked);
  const [chosen, setChosen] = useState<CatchUp>("one");
  if (skipped === null) return null;
  const period = coveredText(skipped.Period, zone);
  const count = skipped.Count === 1 ? "1 report was" : `${skipped.Count.toLocaleString("en")} reports were`;
  return (
    <Dialog open={asked !== null} onClose={close} aria-labelledby="resume-title" maxWidth="xs" fullWidth>
      <DialogTitle id="resume-title">What about the time that was skipped?</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 2 }}>
          {count} skipped while this was {isSuspended ? "suspended" : "paused"}, for {period}.
        </Typography>
        <RadioGroup
          aria-labelledby="resume-title"
          value={chosen}
          onChange={(_event, value) => setChosen(value as CatchUp)}
          sx={{ gap: 1, pl: "7px" }}
        >
          {choicesOf(skipped, isSuspended).map(({ value, name, note }) => (
            <FormControlLabel
              key={value}
              value={value}
              control={<Radio />}
              sx={{ alignItems: "flex-start", "& .MuiRadio-root": { pt: 0.25 } }}
              label={
                <>
                  <span>{name}</span>
                  <Typography component="span" variant="body2" color="textSecondary" sx={{ display: "block" }}>
                    {note}
                  </Typography>
                </>
              }
            />
          ))}
        </RadioGroup>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={close}>
          Cancel
        </Button>
        <Button variant="contained" loading={isPending} onClick={() => resume(chosen)}>
          Start automated report
        </Button>
      </DialogActions>
    </Dialog>
  );
};
