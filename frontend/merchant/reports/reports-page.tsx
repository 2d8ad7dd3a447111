import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import type { ManualExport } from "#domain/wire/reporting.ts";
import { isSkipped, messageOf } from "../../shared/api/api-error.ts";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { PageHeading } from "../../shared/ui/page-heading.tsx";
import { RetryAlert } from "../../shared/ui/retry-alert.tsx";
import { useFailureToast } from "../../shared/ui/use-failure-toast.ts";
import { LoadingPage } from "../frame/loading-page.tsx";
import { designWords } from "../manager/words.ts";
import { useServices } from "../services.tsx";
import { useFilterList } from "./filter/use-filter-list.ts";
import { GenerateForm } from "./generate-form.tsx";
import { reportsKey } from "./use-create-report.ts";
import { pageStateKey, unsavedKey } from "./use-page-state.ts";

/** Generate report (part 1 section 2.10): loads what the form begins with. */
const ReportsPage = () => {
  const { api, queryClient } = useServices();
  const reports = useQuery({ queryKey: reportsKey, queryFn: ({ signal }) => api.reports(signal) });
  const state = useQuery({ queryKey: pageStateKey, queryFn: ({ signal }) => api.manualExport(signal) });
  // Another tab may have chosen otherwise since, so what is remembered from an earlier visit is not enough.
  const isLoading = !state.isFetchedAfterMount && !state.isError;
  // What an earlier read brought is still good to choose from.
  const noDesigns = reports.isError && reports.data === undefined && !isSkipped(reports.error);
  const filterList = useFilterList();
  // Who has no design is new only without filters of their own.
  const isGreeting = reports.data?.length === 0 && filterList.isPending;
  useFailureToast(reports, designWords.cannotFetch);
  const unsaved = queryClient.getQueryData<ManualExport>(unsavedKey);
  const retry = () => {
    if (reports.isError) void reports.refetch();
    if (state.isError) void state.refetch();
  };
  return (
    <Stack sx={{ maxWidth: 760 }}>
      <PageHeading
        title="Generate report"
        lead="One file of your orders, now: what it shows, its format, and which orders."
      />
      {state.isError && !isSkipped(state.error) && (
        <RetryAlert sx={{ mb: 2.5 }} onRetry={retry}>
          {messageOf(state.error)}
        </RetryAlert>
      )}
      {noDesigns && !state.isError && <WithoutDesigns onRetry={retry} />}
      {(reports.isPending || isLoading || isGreeting) && <LoadingPage />}
      {reports.data !== undefined && state.isSuccess && !isLoading && !isGreeting && (
        <GenerateForm reports={reports.data} initial={unsaved ?? state.data} filterList={filterList} />
      )}
    </Stack>
  );
};

/** The toast says that it failed; the page keeps the way to try again. */
const WithoutDesigns = ({ onRetry }: { onRetry: () => void }) => (
  <EmptyState
    illustration="designs"
    title="Your report designs are not here yet"
    text="A report needs one of them. Please try again in a moment."
    action={
      <Button variant="contained" onClick={onRetry}>
        Try again
      </Button>
    }
  />
);

export default ReportsPage;
