import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect } from "react";
import { isSkipped, messageOf } from "../../shared/api/api-error.ts";
import type { Answer } from "../../shared/api/http.ts";
import { isGone } from "../../shared/saving/refusals.ts";
import { RetryAlert } from "../../shared/ui/retry-alert.tsx";
import type { HistoryKind } from "../resources/history-kind.ts";
import { useDrafts } from "../use-drafts.ts";
import { EditorHeader } from "./editor-header.tsx";
import { ThingGone, type ThingGoneProps } from "./thing-gone.tsx";

/** What an editor gets of its page. */
export type ReadForEditor<T> = {
  /** As it was read last. */
  read: Answer<T>;
  readAgain: () => void;
  /** It was read again and was not there any more. */
  isMissing: boolean;
};

type EditorPageProps<T> = {
  kind: HistoryKind;
  id: string;
  illustration: ThingGoneProps["illustration"];
  /** What is edited here, and the one that is edited, as far as that is known. */
  title: string;
  name?: string;
  /** Under which a draft of it is kept. */
  draftName: string;
  query: UseQueryResult<Answer<T>>;
  skeleton: ReactNode;
  /** What is still there of one that was deleted. */
  left?: ThingGoneProps["left"];
  children: (read: ReadForEditor<T>) => ReactNode;
};

/** Page of an editor: what is edited once it was read, and until then, or instead, what has become of it. */
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
    return <ThingGone kind={kind} id={id} illustration={illustration} {...(left && { left })} />;
  // What is remembered of an earlier visit may be older than what is there now.
  if (data !== undefined && (query.isFetchedAfterMount || !query.isFetching))
    return children({ read: data, readAgain, isMissing });
  return (
    <>
      <EditorHeader title={title} name={name} saving="none" home={kind.home} />
      {query.isError && !isSkipped(error) ? <RetryAlert onRetry={readAgain}>{messageOf(error)}</RetryAlert> : skeleton}
    </>
  );
};
