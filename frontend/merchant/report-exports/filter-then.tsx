import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import type { ExportDetails as Details } from "#domain/wire/reports/reporting.ts";
import { getErrorMessage } from "../../shared/api/api-error.ts";
import { Quiet } from "./facts.tsx";
import { erasedText } from "./repeat-text.ts";
import { useExportDetails } from "./use-export-details.ts";

const sinceThen = {
  same: null,
  changed: "The filter has changed since.",
  deleted: "The filter has been deleted since.",
} as const;

/** The conditions of an export's filter at that time. */
const FilterThen = ({ id }: { id: string }) => {
  const details = useExportDetails(id);
  if (details.isPending) return <Skeleton aria-label="Reading the filter as it was" />;
  if (details.isError) return <Quiet>The filter as it was then can't be read. {getErrorMessage(details.error)}</Quiet>;
  return <Conditions {...details.data} />;
};

const Conditions = ({ Kept, Filter }: Details) => {
  if (!Kept) return <Quiet>The filter as it was then is no longer kept.</Quiet>;
  if (Filter === null) return null;
  const note = sinceThen[Filter.Since];
  const erased = erasedText(Filter.Erased);
  return (
    <>
      {Filter.Conditions.length === 0 ? (
        <Quiet>It kept every order.</Quiet>
      ) : (
        <Box component="ul" aria-label="The filter as it was" sx={{ m: 0, pl: 2, listStyle: "disc" }}>
          {Filter.Conditions.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Box>
      )}
      {erased !== null && <Quiet>{erased}</Quiet>}
      {note !== null && <Quiet>{note}</Quiet>}
    </>
  );
};

export default FilterThen;
