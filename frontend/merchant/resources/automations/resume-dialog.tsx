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
import type { AutomationInfo } from "#domain/wire/automations/automation-info.ts";
import { formatCoveredPeriod } from "../../../shared/time/format-covered-period.ts";
import { useLastNonNull } from "../../../shared/ui/use-last-non-null.ts";
import { useShopZone } from "../../use-shop-zone.ts";

export type Skipped = NonNullable<AutomationInfo["Skipped"]>;
export type CatchUp = "nothing" | "one" | "each";

type ResumeDialogProps = {
  /** The skipped time; null while nothing is asked. */
  asked: Skipped | null;
  resume: (how: CatchUp) => void;
  isPending: boolean;
  close: () => void;
  isSuspended: boolean;
};

type Choice = { value: CatchUp; name: string; note: string };

/** How many times are listed; the others are counted. */
const named = 3;

/** The periods that a choice covers, earliest first. */
const coverNote = (times: readonly string[], isSuspended: boolean): string => {
  const [first = ""] = times;
  if (times.length <= 1)
    return `It covers ${first}${isSuspended ? ", including the time of the report that failed" : ""}.`;
  const more = times.length - named;
  const shown = more > 0 ? [...times.slice(0, named), `${more.toLocaleString("en")} more`] : times;
  return `Other reports went out in between, so there is one for each gap: ${shown.join("; ")}.`;
};

/** A suspended report always makes up for the failed one. */
const choicesOf = ({ One, Each, MayHaveEach }: Skipped, isSuspended: boolean, zone: string): Choice[] => [
  ...(isSuspended
    ? []
    : [
        {
          value: "nothing" as const,
          name: "No report",
          note: "There's no report for this time. The next one covers the time after it.",
        },
      ]),
  {
    value: "one",
    name: One.length > 1 ? `${One.length.toLocaleString("en")} reports` : "One report",
    note: coverNote(
      One.map((time) => formatCoveredPeriod(time, zone)),
      isSuspended,
    ),
  },
  ...(MayHaveEach && Each > One.length
    ? [
        {
          value: "each" as const,
          name: "One report for each",
          note: `${Each.toLocaleString("en")} reports, one after another${isSuspended ? ", starting with what failed" : ""}.`,
        },
      ]
    : []),
];

/** Says how many reports of an earlier choice were not made yet. */
const waitingNote = ({ Count, Waiting }: Skipped): string => {
  if (Waiting === 0) return "";
  if (Waiting === Count)
    return Count === 1 ? " Its report hadn't been made yet." : " Their reports hadn't been made yet.";
  return ` ${Waiting.toLocaleString("en")} of them hadn't been made yet.`;
};

/** Asks what to do about the time skipped while paused or suspended. */
export const ResumeDialog = ({ asked, resume, isPending, close, isSuspended }: ResumeDialogProps) => {
  const zone = useShopZone();
  const skipped = useLastNonNull(asked);
  const [chosen, setChosen] = useState<CatchUp>("one");
  if (skipped === null) return null;
  const period = formatCoveredPeriod(skipped.Period, zone);
  const count = skipped.Count === 1 ? "1 report was" : `${skipped.Count.toLocaleString("en")} reports were`;
  return (
    <Dialog open={asked !== null} onClose={close} aria-labelledby="resume-title" maxWidth="xs" fullWidth>
      <DialogTitle id="resume-title">What about the time that was skipped?</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 2 }}>
          {count} skipped while this was {isSuspended ? "suspended" : "paused"}, for {period}.{waitingNote(skipped)}
        </Typography>
        <RadioGroup
          aria-labelledby="resume-title"
          value={chosen}
          onChange={(_event, value) => setChosen(value as CatchUp)}
          sx={{ gap: 1 }}
        >
          {choicesOf(skipped, isSuspended, zone).map(({ value, name, note }) => (
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
