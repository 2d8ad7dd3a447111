import { useCallback, useEffect } from "react";
import { useParams } from "react-router-dom";
import { isSkipped, messageOf } from "../../shared/api/api-error.ts";
import { isGone } from "../../shared/saving/refusals.ts";
import { RetryAlert } from "../../shared/ui/retry-alert.tsx";
import { EditorHeader } from "../editing/editor-header.tsx";
import { ThingGone } from "../editing/thing-gone.tsx";
import { filterDraftName } from "../resources/filters/filter-draft.ts";
import { filterHistory } from "../resources/filters/history.ts";
import { useFilter } from "../resources/filters/use-filter.ts";
import { useDrafts } from "../use-drafts.ts";
import { EditorSkeleton } from "./editor-skeleton.tsx";
import { FilterEditor } from "./filter-editor.tsx";

/** Filter editor (S-1.2.14): reads the filter, again whenever the window comes back into sight. */
const FilterEditorPage = () => {
  const { id = "" } = useParams();
  const filter = useFilter(id, { watches: true });
  const { refetch } = filter;
  const readAgain = useCallback(() => void refetch(), [refetch]);
  const drafts = useDrafts();
  const isMissing = isGone(filter.error);
  useEffect(() => {
    if (isMissing) drafts.forget(filterDraftName(id));
  }, [isMissing, drafts, id]);
  if (isMissing && filter.data === undefined) return <ThingGone kind={filterHistory} id={id} illustration="filters" />;
  // What is remembered of an earlier visit may be older than what is there now.
  if (filter.data !== undefined && (filter.isFetchedAfterMount || !filter.isFetching))
    return <FilterEditor key={id} read={filter.data} readAgain={readAgain} isMissing={isMissing} />;
  return (
    <>
      <EditorHeader title="Edit Filter" name={filter.data?.data.fields.title ?? ""} saving="none" />
      {filter.isError && !isSkipped(filter.error) ? (
        <RetryAlert onRetry={readAgain}>{messageOf(filter.error)}</RetryAlert>
      ) : (
        <EditorSkeleton />
      )}
    </>
  );
};

export default FilterEditorPage;
