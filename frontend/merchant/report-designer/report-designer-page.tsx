import { useCallback, useEffect } from "react";
import { useParams } from "react-router-dom";
import { isSkipped, messageOf } from "../../shared/api/api-error.ts";
import { isGone } from "../../shared/saving/refusals.ts";
import { RetryAlert } from "../../shared/ui/retry-alert.tsx";
import { EditorHeader } from "../editing/editor-header.tsx";
import { ThingGone } from "../editing/thing-gone.tsx";
import { designDraftName } from "../resources/designs/design-draft.ts";
import { designHistory } from "../resources/designs/history.ts";
import { useDesign } from "../resources/designs/use-design.ts";
import { useDrafts } from "../use-drafts.ts";
import { Designer } from "./designer.tsx";
import { DesignerSkeleton } from "./page/designer-skeleton.tsx";

/** Report designer (S-2.2): reads the design, again whenever the window comes back into sight. */
const ReportDesignerPage = () => {
  const { id = "" } = useParams();
  const design = useDesign(id);
  const { refetch } = design;
  const readAgain = useCallback(() => void refetch(), [refetch]);
  const drafts = useDrafts();
  const isMissing = isGone(design.error);
  useEffect(() => {
    if (isMissing) drafts.forget(designDraftName(id));
  }, [isMissing, drafts, id]);
  if (isMissing && design.data === undefined) return <ThingGone kind={designHistory} id={id} illustration="designs" />;
  // What is remembered of an earlier visit may be older than what is there now.
  if (design.data !== undefined && (design.isFetchedAfterMount || !design.isFetching))
    return <Designer key={id} read={design.data} readAgain={readAgain} isMissing={isMissing} />;
  return (
    <>
      <EditorHeader title="Report designer" name="" saving="none" />
      {design.isError && !isSkipped(design.error) ? (
        <RetryAlert onRetry={readAgain}>{messageOf(design.error)}</RetryAlert>
      ) : (
        <DesignerSkeleton />
      )}
    </>
  );
};

export default ReportDesignerPage;
