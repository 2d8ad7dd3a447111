import Button from "@mui/material/Button";
import { useTheme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import { Suspense, useCallback, useMemo, useRef, useState } from "react";
import { parseColumnField } from "#domain/designs/fields.ts";
import { CustomColumnCategory, type Sorting } from "#domain/enumerations.ts";
import { combinesOrders } from "#domain/groupings/row-unit.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { shortcuts } from "../../shared/ui/shortcuts.ts";
import { useShortcut } from "../../shared/ui/use-shortcut.ts";
import { useUndoKeys } from "../../shared/ui/use-undo-keys.ts";
import { EditorFrame } from "../editing/editor-frame.tsx";
import type { ReadForEditor } from "../editing/editor-page.tsx";
import { createLazyPart } from "../loading/create-lazy-part.tsx";
import { NextSteps } from "../next-steps/next-steps.tsx";
import { type CellSettings, toCellSettings } from "../report-cells/cell-format.ts";
import { useAskedColumn } from "../resources/designs/add-column.ts";
import { defaultColumnWidth, type EditableDesign } from "../resources/designs/editable-design.ts";
import { designHistory } from "../resources/designs/history.ts";
import { designTexts } from "../resources/designs/texts.ts";
import { InUseDialog } from "../resources/in-use-dialog.tsx";
import { useFeatures } from "../use-features.ts";
import { columnDialogs } from "./dialogs/column-dialogs.ts";
import type { ColumnEdits, DialogKind } from "./dialogs/index.ts";
import { noSettings } from "./formulas.ts";
import { listFreeColumns } from "./free-columns.ts";
import { GuideBox } from "./guide/guide-box.tsx";
import { useLocalStatuses } from "./local-status/use-local-statuses.ts";
import { DeliveryDateHint } from "./page/delivery-date-hint.tsx";
import { DesignFields } from "./page/design-fields.tsx";
import { FormatNotes } from "./page/format-notes.tsx";
import { Notes, sampleText } from "./page/notes.tsx";
import type { PanelProps } from "./page/panel.tsx";
import { Toolbar } from "./page/toolbar.tsx";
import { useDesignActions } from "./page/use-design-actions.ts";
import { missingPermissions } from "./permissions/missing-permissions.ts";
import type { PermissionDialogProps } from "./permissions/permission-dialog.tsx";
import { PermissionNotes } from "./permissions/permission-notes.tsx";
import { useMissingScopes } from "./permissions/use-permissions.ts";
import {
  hide,
  move,
  nextSorting,
  rename,
  resize,
  setCustomColumn,
  setNumberFormat,
  show,
  sort,
} from "./session/edits.ts";
import { useDesignEditor } from "./session/use-design-editor.ts";
import { slowColumns, usePreview } from "./session/use-preview.ts";
import { ColumnDragContext } from "./table/columns/column-drag.ts";
import { ColumnMenu, type OpenedMenu } from "./table/columns/column-menu.tsx";
import { ColumnsList } from "./table/columns/columns-list.tsx";
import { DraggedHeader } from "./table/columns/dragged-header.tsx";
import { createDropTarget } from "./table/columns/drop-target.ts";
import { useColumnDrag } from "./table/columns/use-column-drag.ts";
import { useFocusColumn } from "./table/columns/use-focus-column.ts";
import { useRevealColumn } from "./table/columns/use-reveal-column.ts";
import { indexInGap } from "./table/layout.ts";
import { listTextRows, tableValues } from "./table/preview-values.ts";
import { ReportTable } from "./table/report-table.tsx";
import { useFormulaValues } from "./table/use-formula-values.ts";

const LazyPanel = createLazyPart<PanelProps>(
  () => import("./page/panel.tsx"),
  ({ onClose }) => onClose(),
);
const LazyPermission = createLazyPart<PermissionDialogProps>(
  () => import("./permissions/permission-dialog.tsx"),
  ({ onClose }) => onClose(),
);
const LazyCollision = createLazyPart(() => import("./page/design-collision.tsx"));

/** Problems of unsaved columns. The design's own fields show theirs. */
const unsavedColumns = (problems: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(problems).flatMap(([field, problem]) => (parseColumnField(field) && problem ? [problem] : []));

/** Placeholder until the preview is loaded; there are no cells to show yet. */
const unknownShop: CellSettings = { moneyFormat: "", currencyCode: "", primaryLocale: "en", adminUrl: null };

/** A table that is the report, edited in place. Every change is saved at once. */
export const Designer = ({ read, readAgain, isMissing }: ReadForEditor<EditableDesign>) => {
  const { id } = read.data;
  const editor = useDesignEditor(read, readAgain);
  const { session, state, content, saved, shown, all, edit } = editor;
  const actions = useDesignActions({ id, title: content.title }, session);
  const isNarrow = useMediaQuery(useTheme().breakpoints.down("sm"));
  const { query, preview: rowsOfOrders } = usePreview(id, saved, all);
  const { preview, onChooseStatus } = useLocalStatuses(rowsOfOrders);
  const settings = preview ?? noSettings;
  const rowsRead = useMemo(() => (preview === undefined ? null : tableValues(preview)), [preview]);
  const inFile = useMemo(() => shown.filter(({ Disabled }) => !Disabled), [shown]);
  const values = useFormulaValues(rowsRead, inFile, preview);
  const shop = useMemo(() => (preview === undefined ? unknownShop : toCellSettings(preview)), [preview]);
  const firstRows = useMemo(() => listTextRows(values, inFile), [values, inFile]);
  const slow = slowColumns(shown);
  const { CustomColumnEditor } = useFeatures();
  const free = useMemo(
    () => (CustomColumnEditor ? (listFreeColumns(all, content)[0] ?? null) : null),
    [CustomColumnEditor, all, content],
  );
  const lacks = useMissingScopes(shown, preview);
  const missing = useMemo(() => missingPermissions(shown, lacks), [shown, lacks]);
  const locked = useMemo(
    () => new Set(missing.flatMap(({ columns }) => columns.map(({ Column }) => Column))),
    [missing],
  );
  const [wished, setWished] = useState<ReportColumn | null>(null);
  const wishedScopes = wished ? lacks(wished.Column) : [];
  const [target] = useState(createDropTarget);
  const [menu, setMenu] = useState<OpenedMenu | null>(null);
  /** `added`: saving the dialog adds the column. */
  const [dialog, setDialog] = useState<{ kind: DialogKind; column: string; added?: true } | null>(null);
  const [beside, setBeside] = useState<"panel" | "history" | null>(null);
  /** Counts requests to search for columns. */
  const [searches, setSearches] = useState(0);
  const toggle = (one: "panel" | "history") => {
    setSearches(0);
    setBeside(beside === one ? null : one);
  };
  const close = useCallback(() => setBeside(null), []);
  const { focusSoon } = useFocusColumn(target, shown);
  const { revealSoon, marked, unmark } = useRevealColumn(target, shown);
  useUndoKeys(editor);
  useShortcut(shortcuts.searchColumns, () => {
    setBeside("panel");
    setSearches((before) => before + 1);
  });

  const onMove = useCallback((column: string, to: number) => edit(move(column, to)), [edit]);
  const onSort = useCallback((column: ReportColumn) => edit(sort(column.Column, nextSorting(column.Sorting))), [edit]);
  const onResize = useCallback(
    (column: ReportColumn, units: number) => edit(resize(column.Column, units, defaultColumnWidth(column))),
    [edit],
  );
  const onMenu = useCallback((column: ReportColumn, anchor: HTMLElement) => setMenu({ column, anchor }), []);
  const onHide = ({ Column }: ReportColumn) => {
    const at = shown.findIndex((other) => other.Column === Column);
    const next = shown[at + 1] ?? shown[at - 1];
    if (next) focusSoon(next.Column);
    edit(hide(Column));
  };
  const onDrop = useCallback(
    (column: string, gap: number) => {
      const from = session.state().draft.shown.indexOf(column);
      edit(from < 0 ? show(column, gap) : move(column, indexInGap(from, gap)));
    },
    [edit, session],
  );
  const onToggle = useCallback(
    (column: string) => {
      const isShown = session.state().draft.shown.includes(column);
      if (!isShown) revealSoon(column);
      edit(isShown ? hide(column) : show(column));
    },
    [edit, session, revealSoon],
  );
  useAskedColumn((column) => {
    if (session.state().draft.shown.includes(column)) return;
    revealSoon(column);
    // The column goes beside the order's number, or last if formulas name columns by their places.
    const hasFormulas = inFile.some(({ CustomColumn }) => CustomColumn?.Category === CustomColumnCategory.ExcelFormula);
    edit(show(column, hasFormulas ? undefined : 1));
  });
  const onAddFormula = useCallback((column: string) => setDialog({ kind: "custom", column, added: true }), []);
  const onRename = useCallback((column: string, title: string | null) => edit(rename(column, title)), [edit]);
  const edits = useMemo(
    (): ColumnEdits => ({
      rename: onRename,
      setFormat: (column, format) => edit(setNumberFormat(column, format)),
      setCustom: (column, custom, title) => {
        const letters = inFile.map(({ Column }) => Column);
        if (!dialog?.added) return edit(setCustomColumn(column, custom, letters));
        revealSoon(column);
        edit((design) => {
          const added = setCustomColumn(column, custom, [...letters, column])(show(column)(design));
          return title === undefined ? added : rename(column, title)(added);
        });
      },
    }),
    [edit, inFile, dialog?.added, revealSoon, onRename],
  );
  const hanging = useRef<HTMLElement>(null);
  const columnDrag = useColumnDrag({ target, hanging, shown: content.shown, onDrop });

  const opened = dialog && all.find(({ Column }) => Column === dialog.column);
  const Dialog = dialog && columnDialogs[dialog.kind]?.Dialog;
  return (
    <EditorFrame
      kind={designHistory}
      words={designTexts}
      id={id}
      illustration="designs"
      heading="Report designer"
      name={content.title}
      title={read.data.content.title}
      session={session}
      state={state}
      isMissing={isMissing}
      history={{ isOpen: beside === "history", toggle: () => toggle("history"), close }}
      actions={{ ...actions, full: actions.isFull ? designTexts.fullClone : null }}
    >
      <GuideBox isNarrow={isNarrow} />
      <DesignFields editor={editor} />
      <DeliveryDateHint editor={editor} />
      <Notes
        preview={preview}
        slow={slow}
        inFile={inFile}
        onMend={(column, formula) => edits.setCustom(column, { category: CustomColumnCategory.ExcelFormula, formula })}
        unsaved={unsavedColumns(state.problems)}
        error={query.isFetching ? null : query.error}
        onRetry={() => void query.refetch()}
      />
      <FormatNotes inFile={inFile} onMend={edits.setFormat} />
      <PermissionNotes missing={missing} settle={session.flushAndWait} />
      <Toolbar
        editor={editor}
        settings={settings}
        panel={{ open: beside === "panel", toggle: () => toggle("panel") }}
        onAddFormula={free === null ? null : () => onAddFormula(free)}
        next={<NextSteps of="design" id={id} />}
        note={sampleText(preview, slow.length > 0, combinesOrders(content.grouping))}
        loading={query.isFetching}
        isFirst={preview === undefined}
      />
      <ColumnDragContext value={columnDrag}>
        {isNarrow && shown.length > 0 && (
          <ColumnsList columns={shown} settings={settings} locked={locked} onMove={onMove} onMenu={onMenu} />
        )}
        {shown.length === 0 ? (
          <EmptyState
            illustration="designs"
            title="This report has no columns yet"
            text="Choose the columns that the report shows."
            action={
              <Button variant="outlined" color="inherit" onClick={() => setBeside("panel")}>
                Choose columns
              </Button>
            }
          />
        ) : (
          <ReportTable
            columns={shown}
            grouping={content.grouping}
            settings={settings}
            values={values}
            missing={query.isError && !query.isFetching ? "failed" : "loading"}
            shop={shop}
            target={target}
            isEditable={!isNarrow}
            locked={locked}
            onMove={onMove}
            onSort={onSort}
            onMenu={onMenu}
            onResize={onResize}
            onPermission={setWished}
            onRename={onRename}
            marked={marked}
            onMarked={unmark}
            onChooseStatus={onChooseStatus}
          />
        )}
        {beside === "panel" && (
          <Suspense fallback={null}>
            <LazyPanel
              columns={all}
              design={content}
              preview={preview}
              onToggle={onToggle}
              searches={searches}
              free={free}
              onAddFormula={onAddFormula}
              settle={session.flushAndWait}
              onClose={close}
            />
          </Suspense>
        )}
        <DraggedHeader
          hanging={hanging}
          title={all.find(({ Column }) => Column === columnDrag.dragged)?.Title ?? null}
        />
      </ColumnDragContext>
      <ColumnMenu
        opened={menu}
        settings={settings}
        onClose={() => setMenu(null)}
        openDialog={(kind, column) => setDialog({ kind, column: column.Column })}
        onSort={(column, sorting: Sorting) => edit(sort(column.Column, sorting))}
        onHide={onHide}
      />
      {opened && Dialog && (
        <Suspense fallback={null}>
          <Dialog
            column={opened}
            visibleColumns={dialog.added ? [...inFile, opened] : inFile}
            initialCategory={dialog.added && CustomColumnCategory.ExcelFormula}
            allColumns={all}
            formulas={settings}
            cellSettings={shop}
            rows={firstRows}
            edits={edits}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
      {wished && wishedScopes.length > 0 && (
        <Suspense fallback={null}>
          <LazyPermission
            column={wished}
            scopes={wishedScopes}
            settle={session.flushAndWait}
            onClose={() => setWished(null)}
          />
        </Suspense>
      )}
      {state.collision && (
        <Suspense fallback={null}>
          <LazyCollision collision={state.collision} onDecide={session.resolveCollision} />
        </Suspense>
      )}
      <InUseDialog
        words={designTexts}
        id={id}
        what="The report design"
        automation={actions.usedBy}
        onClose={actions.forgetUse}
      />
    </EditorFrame>
  );
};
