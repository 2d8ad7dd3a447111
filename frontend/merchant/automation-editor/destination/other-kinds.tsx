import Typography from "@mui/material/Typography";
import { useState } from "react";
import type { DestinationKind } from "#domain/enumerations.ts";
import { describeAutomationFieldValue } from "#domain/workspace/automations/automation-text.ts";
import { otherKindsTyped } from "../fields.ts";
import type { Editing } from "../use-automation-editor.ts";

const named = (kinds: readonly DestinationKind[]): string =>
  new Intl.ListFormat("en-GB").format(
    kinds.map((kind) => describeAutomationFieldValue("ReportDestination", kind).replace(/^(?!FTP|e-mail)/, "the ")),
  );

/**
 * Warns about input for unselected destination kinds before it is lost. For kinds that were used since the page was
 * opened, the history has it too.
 */
export const OtherKinds = ({ state: { base, draft } }: Pick<Editing, "state">) => {
  const now = base.ReportDestination.kind;
  const [saved, setSaved] = useState<readonly DestinationKind[]>([now]);
  if (!saved.includes(now)) setSaved([...saved, now]);
  // Reports still go to `now`, so its input can't get lost.
  const others = otherKindsTyped(draft).filter((kind) => kind !== now);
  if (others.length === 0) return null;
  const unsaved = others.filter((kind) => !saved.includes(kind));
  const kept = others.filter((kind) => saved.includes(kind));
  return (
    <Typography variant="body2" color="textSecondary" role="status">
      {unsaved.length > 0 &&
        `What you typed for ${named(unsaved)} stays here while this page is open, but isn't saved, and no reports go there. `}
      {kept.length > 0 &&
        `What you set for ${named(kept)} stays here while this page is open. After that, you'll find it in Versions.`}
    </Typography>
  );
};
