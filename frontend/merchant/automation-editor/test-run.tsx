import Button from "@mui/material/Button";
import { useNotify } from "ra-core";
import { useState } from "react";
import { splitRecipients } from "#domain/destinations/recipients.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import { joinList } from "#domain/text/join-list.ts";
import { ConfirmDialog } from "../../shared/ui/confirm-dialog.tsx";
import { ignoreDoubleClick } from "../../shared/ui/ignore-double-click.ts";
import type { EditorFields } from "./fields.ts";
import type { RunState } from "./use-run-state.ts";

const testNeedsStart = "Start the automated report to make a test run";

/** More addresses would hide the question. */
const maxNamed = 5;

/** The people whom a test run mails now; none for other destinations. */
const mailedBy = (draft: EditorFields): string[] =>
  draft.ReportDestination.kind === DestinationKind.Email
    ? splitRecipients(String(draft["ReportDestination.Email.ToMail"] ?? ""))
    : [];

const nameSome = (people: readonly string[]): string =>
  people.length <= maxNamed
    ? joinList(people)
    : `${people.slice(0, maxNamed - 1).join(", ")} and ${people.length - maxNamed + 1} more`;

type TestRunProps = { isPaused: boolean; test: RunState["test"]; draft: EditorFields };

/** The button 'Test run' (S-2.2.6, R-46). A test by e-mail reaches people, so it asks first. */
export const TestRun = ({ isPaused, test, draft }: TestRunProps) => {
  const notify = useNotify();
  const [asks, setAsks] = useState(false);
  const people = mailedBy(draft);
  const press = () => {
    if (isPaused) notify(testNeedsStart, { type: "info" });
    else if (people.length > 0) setAsks(true);
    else test.mutate();
  };
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        aria-disabled={isPaused}
        loading={test.isPending}
        {...(isPaused && { title: testNeedsStart })}
        // The reason shows on hover and on press, as touch and keyboard have no hover.
        onClick={press}
        {...ignoreDoubleClick}
        sx={{ "&[aria-disabled=true]": { color: "text.disabled", borderColor: "divider", cursor: "default" } }}
      >
        Test run
      </Button>
      <ConfirmDialog
        open={asks}
        title="Send a test to the recipients?"
        text={<>The newest report goes out right away, marked as a test, to {nameSome(people)}.</>}
        action="Send test"
        color="primary"
        onConfirm={() => {
          setAsks(false);
          test.mutate();
        }}
        onCancel={() => setAsks(false)}
      />
    </>
  );
};
