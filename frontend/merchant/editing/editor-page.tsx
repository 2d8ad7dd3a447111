import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect } from "react";
import { getErrorMessage, isSkipped } from "../../shared/api/api-error.ts";
import type { ApiResponse } from "../../shared/api/http.ts";
import { isGone } from "../../shared/saving/refusals.ts";
import { RetryAlert } from "../../shared/ui/retry-alert.tsx";
import type { HistoryKind } from "../resources/history-kind.ts";
import { useDrafts } from "../use-drafts.ts";
import { EditorHeader } from "./editor-header.tsx";
import { ItemGone, type ItemGoneProps } from "./item-gone.tsx";

export type ReadForEditor<T> = {
  read: ApiResponse<T>;
  readAgain: () => void;
  /** A reload no longer found the object. */
  isMissing: boolean;
};

type EditorPageProps<T> = {
  kind: HistoryKind;
  id: string;
  illustration: ItemGoneProps["illustration"];
  /** The editor's title, and the object's name if known. */
  title: string;
  name?: string;
  /** Storage name of the object's draft. */
  draftName: string;
  query: UseQueryResult<ApiResponse<T>>;
  skeleton: ReactNode;
  /** The remains of a deleted object. */
  left?: ItemGoneProps["left"];
  children: (read: ReadForEditor<T>) => ReactNode;
};

/** The editor once the object is read, else the loading state or the reason. */
export const EditorPage = <T,>({
  kind,
  id,
  illustration,
  title,
  name = "",
  draftName,
  query,
  skeleton,
  left,
  children,
}: EditorPageProps<T>) => {
  const { data, error, refetch } = query;
  const readAgain = useCallback(() => void refetch(), [refetch]);
  const drafts = useDrafts();
  const isMissing = isGone(error);
  useEffect(() => {
    if (isMissing) drafts.forget(draftName);
  }, [isMissing, drafts, draftName]);
  if (isMissing && data === undefined)
    return <ItemGone kind={kind} id={id} illustration={illustration} {...(left && { left })} />;
  // Cached data may be out of date.
  if (data !== undefined && (query.isFetchedAfterMount || !query.isFetching))
    return children({ read: data, readAgain, isMissing });
  return (
    <>
      <EditorHeader title={title} name={name} saving="none" home={kind.listPage} />
      {query.isError && !isSkipped(error) ? (
        <RetryAlert onRetry={readAgain}>{getErrorMessage(error)}</RetryAlert>
      ) : (
        skeleton
      )}
    </>
  );
};
