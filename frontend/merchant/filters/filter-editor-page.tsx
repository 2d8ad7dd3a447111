import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useParams } from "react-router-dom";
import { ApiError, isSkipped, messageOf } from "../../shared/api/api-error.ts";
import { RetryAlert } from "../../shared/ui/retry-alert.tsx";
import { useServices } from "../services.tsx";
import { EditorHeader } from "./editor-header.tsx";
import { EditorSkeleton } from "./editor-skeleton.tsx";
import { FilterEditor } from "./filter-editor.tsx";
import { FilterGone } from "./filter-gone.tsx";
import { filterKey } from "./filter-keys.ts";

/** Filter editor (part 1 section 2.14): reads the filter, again whenever the window comes back into sight. */
const FilterEditorPage = () => {
  const { id = "" } = useParams();
  const { api } = useServices();
  const filter = useQuery({
    queryKey: filterKey(id),
    queryFn: ({ signal }) => api.filter(id, signal),
    refetchOnWindowFocus: "always",
  });
  const { refetch } = filter;
  const readAgain = useCallback(() => void refetch(), [refetch]);
  if (filter.error instanceof ApiError && filter.error.status === 404)
    return <FilterGone {...(filter.data && { title: filter.data.data.title })} />;
  // What is remembered of an earlier visit may be older than what is there now.
  if (filter.data !== undefined && (filter.isFetchedAfterMount || !filter.isFetching))
    return <FilterEditor key={id} read={filter.data} readAgain={readAgain} />;
  return (
    <>
      <EditorHeader saving="none" />
      {filter.isError && !isSkipped(filter.error) ? (
        <RetryAlert onRetry={readAgain}>{messageOf(filter.error)}</RetryAlert>
      ) : (
        <EditorSkeleton />
      )}
    </>
  );
};

export default FilterEditorPage;
