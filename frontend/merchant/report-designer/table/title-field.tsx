import Tooltip from "@mui/material/Tooltip";
import { type KeyboardEvent, type SyntheticEvent, useRef, useState } from "react";
import { columnTitleProblem } from "#domain/designs/validate.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";

type TitleFieldProps = {
  column: Pick<ReportColumn, "Title" | "OriginalTitle">;
  /** null means the original title. */
  onRename: (title: string | null) => void;
  /** Called after renaming or cancelling; `byKey`: the focus returns to the title. */
  onEnd: (byKey: boolean) => void;
};

/** Events in here must not reach the header or the page: no drag, no move, no undo. */
const keepIn = (event: SyntheticEvent) => event.stopPropagation();

/** The field that renames a column in place: Enter or a click elsewhere saves, Escape cancels (S-2.5). */
export const TitleField = ({ column, onRename, onEnd }: TitleFieldProps) => {
  const [typed, setTyped] = useState(column.Title);
  const [isRefused, setRefused] = useState(false);
  const title = typed.trim();
  const problem = columnTitleProblem(title);
  // Returning the focus to the title also blurs the field.
  const isOver = useRef(false);
  const end = () => {
    isOver.current = true;
    onEnd(true);
  };
  const keep = () => {
    if (problem === undefined && title !== column.Title) onRename(title === column.OriginalTitle ? null : title);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") return end();
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (problem !== undefined) return setRefused(true);
    keep();
    end();
  };
  const shownProblem = isRefused ? problem : undefined;
  return (
    <Tooltip title={shownProblem ?? ""} open={shownProblem !== undefined} placement="bottom-start" arrow>
      <input
        className="rename"
        // biome-ignore lint/a11y/noAutofocus: the user is about to type
        autoFocus
        aria-label={`Title of ${column.Title}`}
        aria-invalid={shownProblem !== undefined}
        value={typed}
        maxLength={900}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => {
          if (isOver.current) return;
          keep();
          onEnd(false);
        }}
        onKeyDown={onKeyDown}
        onPointerDown={keepIn}
        onDoubleClick={keepIn}
        onContextMenu={keepIn}
      />
    </Tooltip>
  );
};
