import { type ReactNode, Suspense } from "react";
import { isSkipped } from "../../shared/api/api-error.ts";
import type { EditSession, EditState } from "../../shared/saving/edit-session.ts";
import { HistoryButton } from "../history/history-button.tsx";
import { LazyHistoryDrawer } from "../history/lazy-drawers.ts";
import type { HistoryKind } from "../resources/history-kind.ts";
import type { ThingWords } from "../resources/words.ts";
import { useDraftPlace } from "../use-drafts.ts";
import { CloneButton } from "./clone-button.tsx";
import { DeleteButton } from "./delete-button.tsx";
import { EditorHeader } from "./editor-header.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { NotSavedAlert } from "./not-saved-alert.tsx";
import { ThingGone, type ThingGoneProps } from "./thing-gone.tsx";
import type { useThingActions } from "./use-thing-actions.ts";

type EditorFrameProps<T extends object> = {
  kind: HistoryKind;
  words: ThingWords;
  id: string;
  illustration: ThingGoneProps["illustration"];
  /** What is edited here: 'Edit Filter'. */
  heading: string;
  /** Its title as it is typed, and as it was read. */
  name: string;
  title: string;
  session: EditSession<T>;
  state: EditState<T>;
  /** It was read again and was not there any more. */
  isMissing: boolean;
  /** What is still there of one that was deleted. */
  left?: ThingGoneProps["left"];
  history: { isOpen: boolean; toggle: () => void; close: () => void };
  /** Why it cannot be cloned, null when it can, with what Clone and Delete do; null for what can only be edited. */
  actions: (Pick<ReturnType<typeof useThingActions>, "clone" | "remove"> & { full: string | null }) | null;
  children: ReactNode;
};

/** What is around every editor: its head, what is said of saving, its history, and what stands in its place when it was deleted. */
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
  const place = useDraftPlace();
  const { failure, problems, saving } = state;
  if (state.gone || isMissing)
    return (
      <ThingGone
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
        saving={isHeldBack ? "error" : saving}
        home={kind.home}
        actions={
          <>
            <HistoryButton name={kind.historyName} open={history.isOpen} onClick={history.toggle} />
            {actions && (
              <>
                <CloneButton full={actions.full} busy={actions.clone.isPending} onClone={actions.clone.mutate} />
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
          {place === "page" && " This browser has no room to keep them: keep this page open."}
        </NotSavedAlert>
      )}
      {children}
      {history.isOpen && (
        <Suspense fallback={null}>
          <LazyHistoryDrawer kind={kind} id={id} title={title} settle={session.settle} onClose={history.close} />
        </Suspense>
      )}
    </>
  );
};
