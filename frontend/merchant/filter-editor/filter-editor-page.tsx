import { useParams } from "react-router-dom";
import { EditorPage } from "../editing/editor-page.tsx";
import { filterDraftName } from "../resources/filters/filter-draft.ts";
import { filterHistory } from "../resources/filters/history.ts";
import { useFilter } from "../resources/filters/use-filter.ts";
import { EditorSkeleton } from "./editor-skeleton.tsx";
import { FilterEditor } from "./filter-editor.tsx";

/** Filter editor (S-1.2.14): reads the filter, and again on window focus. */
const FilterEditorPage = () => {
  const { id = "" } = useParams();
  const filter = useFilter(id, { watches: true });
  return (
    <EditorPage
      kind={filterHistory}
      id={id}
      illustration="filters"
      title="Edit Filter"
      name={filter.data?.data.fields.title ?? ""}
      draftName={filterDraftName(id)}
      query={filter}
      skeleton={<EditorSkeleton />}
    >
      {(read) => <FilterEditor key={id} {...read} />}
    </EditorPage>
  );
};

export default FilterEditorPage;
