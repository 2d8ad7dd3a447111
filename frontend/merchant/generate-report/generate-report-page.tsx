import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { getErrorMessage, isSkipped } from "../../shared/api/api-error.ts";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { PageHeading } from "../../shared/ui/page-heading.tsx";
import { RetryAlert } from "../../shared/ui/retry-alert.tsx";
import { useFailureToast } from "../../shared/ui/use-failure-toast.ts";
import { designTexts } from "../resources/designs/texts.ts";
import { useDesignList } from "../resources/designs/use-design-list.ts";
import { filterTexts } from "../resources/filters/texts.ts";
import { useFilterList } from "../resources/filters/use-filter-list.ts";
import { useServices } from "../services.tsx";
import { FormSkeleton } from "./form-skeleton.tsx";
import { GenerateForm } from "./generate-form.tsx";
import { manualExportKey } from "./use-manual-export.ts";

/** Generate report (S-1.2.10): loads the form's initial data. */
const GenerateReportPage = () => {
  const { api } = useServices();
  const designs = useDesignList();
  const state = useQuery({ queryKey: manualExportKey, queryFn: ({ signal }) => api.manualExport(signal) });
  // Another tab may have changed the choices, so a cached state isn't enough.
  const isLoading = !state.isFetchedAfterMount && !state.isError;
  // Cached designs can still be chosen from.
  const noDesigns = designs.isError && designs.data === undefined && !isSkipped(designs.error);
  const filterList = useFilterList();
  useFailureToast(designs, designTexts.cannotFetch);
  useFailureToast(filterList, filterTexts.cannotFetch);
  // A shop without designs is new only without filters too.
  const isGreeting = designs.data?.length === 0 && filterList.isPending;
  const retry = () => {
    if (designs.isError) void designs.refetch();
    if (state.isError) void state.refetch();
  };
  return (
    <Stack>
      <PageHeading
        title="Generate report"
        lead="Export your orders to a file. Choose the columns, the format and the orders."
      />
      {state.isError && !isSkipped(state.error) && (
        <RetryAlert sx={{ mb: 2.5 }} onRetry={retry}>
          {getErrorMessage(state.error)}
        </RetryAlert>
      )}
      {noDesigns && !state.isError && <WithoutDesigns onRetry={retry} />}
      {(designs.isPending || isLoading || isGreeting) && <FormSkeleton />}
      {designs.data !== undefined && state.isSuccess && !isLoading && !isGreeting && (
        <GenerateForm designs={designs.data} read={state.data} filterList={filterList} />
      )}
    </Stack>
  );
};

/** The toast reports the failure; the page offers a retry. */
const WithoutDesigns = ({ onRetry }: { onRetry: () => void }) => (
  <EmptyState
    illustration="designs"
    title="Your report designs haven't loaded yet"
    text="You need one to make a report. Try again in a moment."
    action={
      <Button variant="contained" onClick={onRetry}>
        Try again
      </Button>
    }
  />
);

export default GenerateReportPage;
