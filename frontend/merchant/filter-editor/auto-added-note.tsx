import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useNotify } from "ra-core";
import { useEffect, useRef, useState } from "react";
import { shortenText } from "#domain/text/shorten-text.ts";
import { toOneLine } from "#domain/text/to-one-line.ts";
import type { Operator } from "./values/operators.ts";

/** Formats value and operator; omits a plain 'is'. */
const formatValue = ({ text, operator }: AutoAdded): string => {
  const before = operator.sign === "" && operator.part === undefined ? "" : `${operator.label} `;
  return `“${shortenText(toOneLine(before + text), 40)}”`;
};

/** ms to read the note. Leaving the page earlier shows a toast instead. */
const atOnce = 2_000;

/** Text added on leaving the field, its operator, and the values before and after. */
export type AutoAdded = { text: string; operator: Operator; before: readonly string[]; after: readonly string[] };

/**
 * The last text added by leaving the field. Leaving the whole page hides the note, so a toast shows it. `name`: the
 * field's, with its group.
 */
export const useAutoAdded = (name: string) => {
  const notify = useNotify();
  const [left, setLeft] = useState<(AutoAdded & { at: number }) | null>(null);
  const last = useRef(left);
  useEffect(() => {
    last.current = left;
  }, [left]);
  useEffect(
    () => () => {
      if (last.current === null || Date.now() - last.current.at > atOnce) return;
      notify(`Added ${formatValue(last.current)} to ${name}, because it was still in the field.`, { type: "info" });
    },
    [name, notify],
  );
  return [left, (now: AutoAdded | null) => setLeft(now && { ...now, at: Date.now() })] as const;
};

/** Says that the text was added on leaving the field, and offers an undo. */
export const AutoAddedNote = ({ left, onUndo }: { left: AutoAdded; onUndo: () => void }) => (
  <Box role="status" sx={{ display: "flex", flexWrap: "wrap", alignItems: "baseline", columnGap: 1, mt: 0.5, mx: 0.5 }}>
    <Typography variant="body2" sx={{ overflowWrap: "anywhere", minWidth: 0 }}>
      Added {formatValue(left)} when you left the field.
    </Typography>
    <Link component="button" type="button" variant="body2" onClick={onUndo}>
      Undo
    </Link>
  </Box>
);
