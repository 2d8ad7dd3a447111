import { useNotify } from "ra-core";
import { type ReactNode, Suspense } from "react";
import { isSkipped } from "../../shared/api/api-error.ts";
import type { EditSession, EditState } from "../../shared/saving/edit-session.ts";
import { shortcuts } from "../../shared/ui/shortcuts.ts";
import { useShortcut } from "../../shared/ui/use-shortcut.ts";
import { HistoryButton } from "../history/history-button.tsx";
import { LazyHistoryDrawer } from "../history/lazy-drawers.ts";
import type { HistoryKind } from "../resources/history-kind.ts";
import type { ItemTexts } from "../resources/texts.ts";
import { useDraftStorageKind } from "../use-drafts.ts";
import { CloneButton } from "./clone-button.tsx";
import { DeleteButton } from "./delete-button.tsx";
import { EditorHeader } from "./editor-header.tsx";
import { ItemGone, type ItemGoneProps } from "./item-gone.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { NotSavedAlert } from "./not-saved-alert.tsx";
import type { useItemActions } from "./use-item-actions.ts";

type EditorFrameProps<T extends object> = {
  kind: HistoryKind;
  words: ItemTexts;
  id: string;
  illustration: ItemGoneProps["illustration"];
  /** 'Edit Filter'. */
  heading: string;
  /** The object's title as typed, and as read. */
  name: string;
  title: string;
  session: EditSession<T>;
  state: EditState<T>;
  /** A reload no longer found the object. */
  isMissing: boolean;
  /** The remains of a deleted object. */
  left?: ItemGoneProps["left"];
  history: { isOpen: boolean; toggle: () => void; close: () => void };
  /** Clone and Delete. `full`: why cloning is impossible. Null for objects that can only be edited. */
  actions: (Pick<ReturnType<typeof useItemActions>, "clone" | "remove"> & { full: string | null }) | null;
  children: ReactNode;
};

/** The frame of every editor: its head, saving state, history, and the message after a deletion. */
export const EditorFrame = <T extends object>({
  kind,
  words,
  id,
  illustration,
  heading,
  name,
  title,
  session,
  state,
  isMissing,
  left,
  history,
  actions,
  children,
}: EditorFrameProps<T>) => {
  const place = useDraftStorageKind();
  const { failure, problems, saving } = state;
  const notify = useNotify();
  const saveNow = async () => {
    const isSaved = await session.flushAndWait();
    if (isSaved) notify("Everything is saved", { type: "success" });
    else notify("Not everything is saved yet. The page shows what's missing.", { type: "warning" });
  };
  useShortcut(shortcuts.save, () => void saveNow());
  if (state.isDeleted || isMissing)
    return (
      <ItemGone
        kind={kind}
        id={id}
        illustration={illustration}
        title={title}
        isUnsaved={session.isUnsaved()}
        {...(left && { left })}
      />
    );
  const isHeldBack = Object.keys(problems).length > 0 && saving === "none";
  return (
    <>
      <LeaveGuard session={session} onDiscard={session.close} />
      <EditorHeader
        title={heading}
        name={name}
        saving={isHeldBack ? "held-back" : saving}
        home={kind.listPage}
        actions={
          <>
            <HistoryButton name={kind.historyName} open={history.isOpen} onClick={history.toggle} />
            {actions && (
              <>
                <CloneButton full={actions.full} isBusy={actions.clone.isPending} onClone={actions.clone.mutate} />
                <DeleteButton
                  words={words}
                  id={id}
                  title={name}
                  busy={actions.remove.isPending}
                  onDelete={actions.remove.mutate}
                />
              </>
            )}
          </>
        }
      />
      {failure !== null && !isSkipped(failure) && (
        <NotSavedAlert failure={failure} sx={{ mb: 2 }} onRetry={session.retry}>
          {place === "page" && " This browser's storage is full, so keep this page open."}
        </NotSavedAlert>
      )}
      {children}
      {history.isOpen && (
        <Suspense fallback={null}>
          <LazyHistoryDrawer kind={kind} id={id} title={title} settle={session.flushAndWait} onClose={history.close} />
        </Suspense>
      )}
    </>
  );
};
