import { useMemo, useState } from "react";
import { describeFilter } from "#domain/filters/description/describe-filter.ts";
import { type FilterFields, toConditions, toSieverField } from "#domain/filters/fields.ts";
import { type Siever, type SieverGroup, sievers } from "#domain/filters/sievers.ts";
import { InBottomBar } from "../bottom-bar/in-bottom-bar.tsx";
import { ShortCount } from "../bottom-bar/short-count.tsx";
import { CollisionDialog, type CollisionTexts } from "../editing/collision-dialog.tsx";
import { EditorFrame } from "../editing/editor-frame.tsx";
import { EditorLayout } from "../editing/editor-layout.tsx";
import type { ReadForEditor } from "../editing/editor-page.tsx";
import { NextSteps } from "../next-steps/next-steps.tsx";
import type { EditableFilter } from "../resources/filters/editable-filter.ts";
import { fieldLabel } from "../resources/filters/field-label.ts";
import { filterHistory } from "../resources/filters/history.ts";
import { filterTexts } from "../resources/filters/texts.ts";
import { InUseDialog } from "../resources/in-use-dialog.tsx";
import { useFilterMoment } from "../use-filter-moment.ts";
import { DraftFunnel } from "./draft-funnel.tsx";
import { MoreFields } from "./more-fields.tsx";
import { Section } from "./section.tsx";
import { SummaryCard } from "./summary-card.tsx";
import { TitleAndStatuses } from "./title-and-statuses.tsx";
import { useFilterActions } from "./use-filter-actions.ts";
import { useFilterCount } from "./use-filter-count.ts";
import { isSystem, useFilterEditor } from "./use-filter-editor.ts";
import { fieldValueText } from "./values/field-value-text.ts";
import { SieverRow } from "./values/siever-row.tsx";

const groups: readonly { group: SieverGroup; note: string }[] = [
  { group: "Order", note: "Filters whole orders" },
  { group: "Order line", note: "Filters lines, not whole orders" },
  { group: "Product", note: "Filters lines, not whole orders" },
  { group: "Variant", note: "Filters lines, not whole orders" },
  { group: "Customer", note: "Filters whole orders" },
];

const collisionTexts: CollisionTexts<FilterFields> = { thing: "filter", field: fieldLabel, value: fieldValueText };

/** Saves every change at once. */
export const FilterEditor = ({ read, readAgain, isMissing }: ReadForEditor<EditableFilter>) => {
  const filter = read.data;
  const system = isSystem(filter);
  const { session, state } = useFilterEditor(read, readAgain);
  const { draft, problems } = state;
  const { count, check } = useFilterCount(filter.id, state);
  const actions = useFilterActions({ id: filter.id, title: draft.title }, session, !system);
  const [showsHistory, setShowsHistory] = useState(false);
  const moment = useFilterMoment();
  const sentence = useMemo(() => describeFilter(toConditions(draft), moment), [draft, moment]);

  return (
    <EditorFrame
      kind={filterHistory}
      words={filterTexts}
      id={filter.id}
      illustration="filters"
      heading="Edit Filter"
      name={draft.title}
      title={filter.fields.title}
      session={session}
      state={state}
      isMissing={isMissing}
      history={{
        isOpen: showsHistory,
        toggle: () => setShowsHistory(!showsHistory),
        close: () => setShowsHistory(false),
      }}
      actions={system ? null : { ...actions, full: actions.isFull ? "Cannot add any more filters" : null }}
    >
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
            next={system ? null : <NextSteps of="filter" id={filter.id} />}
          />
        }
      >
        {groups.map(({ group, note }) => {
          const members = sievers.filter((siever) => siever.group === group);
          const countValues = (of: readonly Siever[]) =>
            of.reduce((sum, { code }) => sum + draft[toSieverField(code)].length, 0);
          const held = countValues(members);
          const toRow = (siever: Siever) => {
            const field = toSieverField(siever.code);
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
          };
          const more = members.filter(({ additional }) => additional);
          return (
            <Section key={group} title={group} note={note} count={held} startsOpen={group === "Order" || held > 0}>
              {members.filter(({ additional }) => !additional).map(toRow)}
              {more.length > 0 && (
                <MoreFields names={more.map(({ label }) => label)} startsOpen={countValues(more) > 0}>
                  {more.map(toRow)}
                </MoreFields>
              )}
            </Section>
          );
        })}
      </EditorLayout>
      {state.collision && (
        <CollisionDialog collision={state.collision} words={collisionTexts} onDecide={session.resolveCollision} />
      )}
      <InUseDialog
        words={filterTexts}
        id={filter.id}
        what="The filter"
        automation={actions.usedBy}
        onClose={actions.forgetUse}
      />
    </EditorFrame>
  );
};
