import { useParams } from "react-router-dom";
import { EditorPage } from "../editing/editor-page.tsx";
import { designDraftName } from "../resources/designs/design-draft.ts";
import { designHistory } from "../resources/designs/history.ts";
import { useDesign } from "../resources/designs/use-design.ts";
import { Designer } from "./designer.tsx";
import { DesignerSkeleton } from "./page/designer-skeleton.tsx";

/** Report designer (S-2.2): reads the design, and again on window focus. */
const ReportDesignerPage = () => {
  const { id = "" } = useParams();
  const design = useDesign(id);
  return (
    <EditorPage
      kind={designHistory}
      id={id}
      illustration="designs"
      title="Report designer"
      draftName={designDraftName(id)}
      query={design}
      skeleton={<DesignerSkeleton />}
    >
      {(read) => <Designer key={id} {...read} />}
    </EditorPage>
  );
};

export default ReportDesignerPage;
