import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import type { SortedBy } from "#domain/designs/design.ts";
import { ColumnType } from "#domain/enumerations.ts";
import type { ApiResponse } from "../../../shared/api/http.ts";
import { designTabs } from "../../../shared/events/design-tabs.ts";
import { useEditSession } from "../../editing/use-edit-session.ts";
import type { EditableDesign } from "../../resources/designs/editable-design.ts";
import { useServices } from "../../services.tsx";
import { useDrafts } from "../../use-drafts.ts";
import type { FormulaSettings } from "../formulas.ts";
import { sortLabel } from "../table/sort-labels.ts";
import { createColumnsInView } from "./columns-in-view.ts";
import { describeStep } from "./describe-step.ts";
import { diffDrafts, inLetters, toDesignContent, toDesignDraft } from "./design-draft.ts";
import { createDesignSession, versionIn } from "./design-session.ts";
import type { Edit } from "./edits.ts";
import { emptyUndoStack, pushStep, redo, type Undone, undo } from "./undo.ts";

/** `inWords`: needs the settings of the preview, which may not be loaded yet. */
type Said = { count: number; inWords: (settings: FormulaSettings) => string };

/**
 * Each edit shows at once, is one undo step, and is saved over the version seen. `read`: the design last read. Another
 * design needs a component with another key.
 */
export const useDesignEditor = (read: ApiResponse<EditableDesign>, readAgain: () => void) => {
  const { api } = useServices();
  const client = useQueryClient();
  const drafts = useDrafts();
  const { id, columns } = read.data;
  const [session] = useState(() => createDesignSession(api, client, drafts, read));
  const [steps, setSteps] = useState(emptyUndoStack);
  const latestSteps = useRef(steps);
  latestSteps.current = steps;

  const listen = useCallback(
    (onChange: () => void) => designTabs.listen(({ designId }) => designId === id && onChange()),
    [id],
  );
  const version = useMemo(() => versionIn(read), [read]);
  const state = useEditSession(session, { read: version, readAgain, listen });
  const { draft, base } = state;
  const content = useMemo(() => inLetters(toDesignContent(draft), columns), [draft, columns]);
  const saved = useMemo(() => toDesignContent(base), [base]);
  const [view] = useState(createColumnsInView);
  const { shown, all } = useMemo(() => view(columns, content), [view, columns, content]);

  // Stable across renders: hundreds of cells hold them.
  const edit = useCallback(
    (change: Edit, when: "at-once" | "after-pause" = "at-once") => {
      const before = session.state().draft;
      const after = toDesignDraft(
        change(toDesignContent(before)),
        columns.map(({ Column }) => Column),
      );
      const changed = diffDrafts(before, after);
      if (Object.keys(changed).length === 0) return;
      latestSteps.current = pushStep(latestSteps.current, before, after);
      setSteps(latestSteps.current);
      session.change(changed, when);
    },
    [session, columns],
  );
  const [said, setSaid] = useState<Said>({ count: 0, inWords: () => "" });
  const take = useCallback(
    (undone: Undone | null, did: "Undone" | "Redone") => {
      if (undone === null) return;
      latestSteps.current = undone.stack;
      setSteps(undone.stack);
      session.change(undone.change, "at-once");
      const { settings } = toDesignContent(session.state().draft);
      const titleOf = (key: string) =>
        settings[key]?.title ?? columns.find(({ Column }) => Column === key)?.OriginalTitle ?? key;
      const inWords = (settings: FormulaSettings) => {
        const directionOf = ({ column, sorting }: SortedBy) => {
          const Type = columns.find(({ Column }) => Column === column)?.Type ?? ColumnType.Text;
          return sortLabel({ Column: column, Type, Sorting: sorting }, settings);
        };
        return `${did}: ${describeStep(undone.step, { titleOf, directionOf })}`;
      };
      setSaid(({ count }) => ({ count: count + 1, inWords }));
    },
    [session, columns],
  );
  const undoLast = useCallback(() => take(undo(latestSteps.current, session.state().draft), "Undone"), [take, session]);
  const redoLast = useCallback(() => take(redo(latestSteps.current, session.state().draft), "Redone"), [take, session]);

  return {
    session,
    state,
    content,
    /** The server's version, which the preview shows. */
    saved,
    /** Visible columns, left to right. */
    shown,
    /** All columns, in catalog order. */
    all,
    edit,
    undo: undoLast,
    redo: redoLast,
    /** The last undo or redo in words, and a counter of them. */
    said,
    canUndo: steps.past.length > 0,
    canRedo: steps.future.length > 0,
  };
};

export type DesignEditor = ReturnType<typeof useDesignEditor>;
