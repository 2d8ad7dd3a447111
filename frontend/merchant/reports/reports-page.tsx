import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import type { ManualExport } from "#domain/wire/reporting.ts";
import { isSkipped, messageOf } from "../../shared/api/api-error.ts";
import { PageHeading } from "../../shared/ui/page-heading.tsx";
import { LoadingPage } from "../frame/loading-page.tsx";
import { useServices } from "../services.tsx";
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
      {reports.isError && !isSkipped(reports.error) && (
        <Alert severity="error" sx={{ mb: 2.5 }} action={<RetryButton onClick={retry} />}>
          Cannot fetch reports from server
        </Alert>
      )}
      {state.isError && !isSkipped(state.error) && (
        <Alert severity="error" sx={{ mb: 2.5 }} action={<RetryButton onClick={retry} />}>
          {messageOf(state.error)}
        </Alert>
      )}
      {(reports.isPending || isLoading) && <LoadingPage />}
      {reports.isSuccess && state.isSuccess && !isLoading && (
        <GenerateForm reports={reports.data} initial={unsaved ?? state.data} />
      )}
    </Stack>
  );
};

const RetryButton = ({ onClick }: { onClick: () => void }) => (
  <Button color="inherit" size="small" onClick={onClick}>
    Try again
  </Button>
);

export default ReportsPage;
