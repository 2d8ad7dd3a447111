import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useNotify } from "ra-core";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { DestinationKind } from "#domain/enumerations.ts";
import { ignoreDoubleClick } from "../../../shared/ui/ignore-double-click.ts";
import { chooseKind, getNextDestination, parseDestinationKind, withNextInUse } from "../fields.ts";
import { describeUnsaved } from "../unsaved-text.ts";
import type { Editing } from "../use-automation-editor.ts";

type Words = {
  /** Follows "Reports still go". */
  to: string;
  /** Label of the button that drops the unused destination. */
  keep: string;
  /** Says that reports no longer go there. */
  ends: string;
  /** Says that reports go there from now on. */
  begins: string;
  button: string;
};

const kindTexts: Readonly<Record<DestinationKind, Words>> = {
  [DestinationKind.Email]: {
    to: "by e-mail",
    keep: "Keep sending by e-mail",
    ends: "The e-mails stop.",
    begins: "Reports are e-mailed to the recipients above.",
    button: "Send by e-mail from now on",
  },
  [DestinationKind.Ftp]: {
    to: "to your FTP server",
    keep: "Keep sending to this server",
    ends: "No more files go to the FTP server.",
    begins: "Each report is uploaded to the server above.",
    button: "Send to this server from now on",
  },
  [DestinationKind.Webhook]: {
    to: "to your webhook",
    keep: "Keep sending to this webhook",
    ends: "The webhook is no longer called.",
    begins: "We call the address above for each report.",
    button: "Send to this webhook from now on",
  },
  [DestinationKind.PublicUrl]: {
    to: "to the public link",
    keep: "Keep sending to this link",
    ends: "The public link stops working at once, for everyone who has it.",
    begins: "Anyone with the link can read the newest report without logging in. Each report replaces the one before.",
    button: "Send to this link from now on",
  },
};

/** Says whether the choice is saved, or what is left to do. */
const describeChoice = ({ base, draft, problems, failure }: Editing["state"]): string => {
  const kind = getNextDestination(draft)?.kind;
  if (problems.NextDestination !== undefined) return "Fill in the fields below to save your choice.";
  if (Object.keys(problems).some((field) => parseDestinationKind(field) === kind))
    return "Correct the fields below to save your choice.";
  return getNextDestination(base)?.kind === kind && failure === null
    ? "Your choice is saved. Check the fields, then use the button below them."
    : "Your choice isn't saved yet.";
};

/** Says that reports don't go to the chosen destination yet (R-48). */
export const NotInUse = ({ state }: Pick<Editing, "state">) => (
  <Alert severity="info" role="status">
    <AlertTitle>Not in use yet</AlertTitle>
    Reports still go {kindTexts[state.draft.ReportDestination.kind].to}. {describeChoice(state)}
  </Alert>
);

/** Says what the new destination changes, with buttons to use or drop it. */
export const UseNext = ({ session, state: { base, draft }, tellMissing }: Editing) => {
  const notify = useNotify();
  const [isBusy, setIsBusy] = useState(false);
  const heading = useId();
  const group = useRef<HTMLDivElement>(null);
  const next = draft.NextDestination;
  if (next === null) return null;
  const { ends, keep } = kindTexts[draft.ReportDestination.kind];
  const { begins, button, to } = kindTexts[next.kind];
  /** Moves the focus, because both buttons disappear with the choice. */
  const focusChosen = (card: Element | null | undefined) =>
    card?.querySelector<HTMLInputElement>("input:checked")?.focus();
  const drop = () => {
    const card = group.current?.closest("section");
    flushSync(() => session.change(chooseKind(draft.ReportDestination.kind, base, draft), "at-once"));
    focusChosen(card);
  };
  const use = async () => {
    const card = group.current?.closest("section");
    setIsBusy(true);
    const isSaved = await session.flushAndWait();
    if (!isSaved) {
      tellMissing();
      notify(describeUnsaved("The destination wasn't changed", session.state()), { type: "error" });
    } else {
      session.change(withNextInUse(session.state().draft), "at-once");
      if ((await session.flushAndWait()) && session.state().base.ReportDestination.kind === next.kind) {
        notify(`Reports go ${to} from now on.`, { type: "success" });
        focusChosen(card);
      }
    }
    setIsBusy(false);
  };
  return (
    <Box
      ref={group}
      role="group"
      aria-labelledby={heading}
      sx={{ p: 2, border: 1, borderColor: "divider", borderRadius: 1.25, bgcolor: "surface.sunken" }}
    >
      <Typography variant="h3" component="p" id={heading} sx={{ mb: 0.5 }}>
        What changes
      </Typography>
      <Box component="ul" sx={{ m: 0, mb: 1.5, pl: 2.5 }}>
        <Typography component="li">{ends}</Typography>
        <Typography component="li">{begins}</Typography>
        <Typography component="li">A report that's already under way goes there too.</Typography>
      </Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1.5 }}>
        <Button
          variant="contained"
          aria-disabled={isBusy}
          loading={isBusy}
          loadingPosition="start"
          onClick={() => void use()}
          {...ignoreDoubleClick}
        >
          {button}
        </Button>
        <Button variant="outlined" color="inherit" disabled={isBusy} onClick={drop}>
          {keep}
        </Button>
      </Box>
    </Box>
  );
};
