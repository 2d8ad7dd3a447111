import { Suspense, useMemo, useState } from "react";
import { describeFilter } from "#domain/filters/describe.ts";
import { conditionsFromFields, type FilterFields, sieverField } from "#domain/filters/fields.ts";
import { type SieverGroup, sievers } from "#domain/filters/sievers.ts";
import { isSkipped, messageOf } from "../../shared/api/api-error.ts";
import type { Answer } from "../../shared/api/http.ts";
import { RetryAlert } from "../../shared/ui/retry-alert.tsx";
import { InBottomBar } from "../bottom-bar/in-bottom-bar.tsx";
import { ShortCount } from "../bottom-bar/short-count.tsx";
import { CloneButton } from "../editing/clone-button.tsx";
import { CollisionDialog, type CollisionWords } from "../editing/collision-dialog.tsx";
import { DeleteButton } from "../editing/delete-button.tsx";
import { EditorHeader } from "../editing/editor-header.tsx";
import { EditorLayout } from "../editing/editor-layout.tsx";
import { LeaveGuard } from "../editing/leave-guard.tsx";
import { ThingGone } from "../editing/thing-gone.tsx";
import { HistoryButton } from "../history/history-button.tsx";
import { LazyHistoryDrawer } from "../history/lazy-drawers.ts";
import { type FilterOnPage, fieldLabel } from "../resources/filters/filter-on-page.ts";
import { filterHistory } from "../resources/filters/history.ts";
import { filterWords } from "../resources/filters/words.ts";
import { InUseDialog } from "../resources/in-use-dialog.tsx";
import { useDraftPlace } from "../use-drafts.ts";
import { useFilterMoment } from "../use-filter-moment.ts";
import { DraftFunnel } from "./draft-funnel.tsx";
import { fieldValueText } from "./field-value-text.ts";
import { Section } from "./section.tsx";
import { SieverRow } from "./siever-row.tsx";
import { SummaryCard } from "./summary-card.tsx";
import { TitleAndStatuses } from "./title-and-statuses.tsx";
import { useFilterActions } from "./use-filter-actions.ts";
import { useFilterCount } from "./use-filter-count.ts";
import { isSystem, useFilterEditor } from "./use-filter-editor.ts";

const groups: readonly { group: SieverGroup; note: string }[] = [
  { group: "Order", note: "Keeps or drops whole orders" },
  { group: "Order line", note: "Keeps or drops single lines" },
  { group: "Product", note: "Keeps or drops single lines" },
  { group: "Variant", note: "Keeps or drops single lines" },
  { group: "Customer", note: "Keeps or drops whole orders" },
];

const collisionWords: CollisionWords<FilterFields> = { thing: "filter", field: fieldLabel, value: fieldValueText };

type FilterEditorProps = {
  read: Answer<FilterOnPage>;
  readAgain: () => void;
  /** It was read again and was not there any more. */
  isMissing: boolean;
};

/** One filter, all of it: every change is saved as it is made. */
export const FilterEditor = ({ read, readAgain, isMissing }: FilterEditorProps) => {
  const filter = read.data;
  const system = isSystem(filter);
  const { session, state } = useFilterEditor(read, readAgain);
  const { draft, problems, failure } = state;
  const place = useDraftPlace();
  const { count, check } = useFilterCount(filter.id, state);
  const actions = useFilterActions({ id: filter.id, title: draft.title }, session, !system);
  const [showsHistory, setShowsHistory] = useState(false);
  const moment = useFilterMoment();
  const sentence = useMemo(() => describeFilter(conditionsFromFields(draft), moment), [draft, moment]);

  if (state.gone || isMissing)
    return (
      <ThingGone
        kind={filterHistory}
        id={filter.id}
        illustration="filters"
        title={filter.fields.title}
        isUnsaved={session.isUnsaved()}
      />
    );
  const isHeldBack = Object.keys(problems).length > 0 && state.saving === "none";
  return (
    <>
      <LeaveGuard session={session} onDiscard={session.close} />
      <EditorHeader
        title="Edit Filter"
        name={draft.title}
        saving={isHeldBack ? "error" : state.saving}
        actions={
          <>
            <HistoryButton open={showsHistory} onClick={() => setShowsHistory(!showsHistory)} />
            {!system && (
              <>
                <CloneButton
                  full={actions.isFull ? "Cannot add any more filters" : null}
                  busy={actions.clone.isPending}
                  onClone={actions.clone.mutate}
                />
                <DeleteButton
                  words={filterWords}
                  title={draft.title}
                  busy={actions.remove.isPending}
                  onDelete={actions.remove.mutate}
                />
              </>
            )}
          </>
        }
      />
      {failure !== null && !isSkipped(failure) && (
        <RetryAlert sx={{ mb: 2 }} onRetry={session.retry}>
          Your last changes are not saved yet. {messageOf(failure)}
          {place === "page" && " This browser has no room to keep them: keep this page open."}
        </RetryAlert>
      )}
      <InBottomBar>
        <ShortCount count={count} />
      </InBottomBar>
      <EditorLayout
        first={<TitleAndStatuses session={session} state={state} system={system} />}
        aside={
          <SummaryCard
            sentence={sentence}
            count={count}
            check={check}
            why={<DraftFunnel session={session} state={state} check={check} />}
          />
        }
      >
        {groups.map(({ group, note }) => {
          const members = sievers.filter((siever) => siever.group === group);
          const held = members.reduce((sum, { code }) => sum + draft[sieverField(code)].length, 0);
          return (
            <Section key={group} title={group} note={note} count={held} startsOpen={group === "Order" || held > 0}>
              {members.map((siever) => {
                const field = sieverField(siever.code);
                return (
                  <SieverRow
                    key={siever.code}
                    siever={siever}
                    values={draft[field]}
                    onChange={(values) => session.change({ [field]: values }, "at-once")}
                    problem={problems[field]}
                    moment={moment}
                  />
                );
              })}
            </Section>
          );
        })}
      </EditorLayout>
      {state.collision && (
        <CollisionDialog collision={state.collision} words={collisionWords} onDecide={session.decide} />
      )}
      {showsHistory && (
        <Suspense fallback={null}>
          <LazyHistoryDrawer
            kind={filterHistory}
            id={filter.id}
            title={filter.fields.title}
            settle={session.settle}
            onClose={() => setShowsHistory(false)}
          />
        </Suspense>
      )}
      <InUseDialog
        heading={filterWords.refused}
        what="The filter"
        automation={actions.usedBy}
        onClose={actions.forgetUse}
      />
    </>
  );
};
