import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { isSkipped, messageOf } from "../../shared/api/api-error.ts";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";
import { LoadingPage } from "../frame/loading-page.tsx";
import { useServices } from "../services.tsx";
import { GenerateForm } from "./generate-form.tsx";
import { reportsKey } from "./use-create-report.ts";
import { pageStateKey } from "./use-page-state.ts";

/** Generate report (part 1 section 2.10): loads what the form begins with. */
const ReportsPage = () => {
  usePageTitle("Generate report");
  const { api } = useServices();
  const reports = useQuery({ queryKey: reportsKey, queryFn: ({ signal }) => api.reports(signal) });
  const state = useQuery({ queryKey: pageStateKey, queryFn: ({ signal }) => api.manualExport(signal) });
  const retry = () => {
    if (reports.isError) void reports.refetch();
    if (state.isError) void state.refetch();
  };
  return (
    <Stack spacing={3} sx={{ maxWidth: 760 }}>
      <Typography variant="h1">Generate report</Typography>
      {reports.isError && !isSkipped(reports.error) && (
        <Alert severity="error" action={<RetryButton onClick={retry} />}>
          Cannot fetch reports from server
        </Alert>
      )}
      {state.isError && !isSkipped(state.error) && (
        <Alert severity="error" action={<RetryButton onClick={retry} />}>
          {messageOf(state.error)}
        </Alert>
      )}
      {(reports.isPending || state.isPending) && <LoadingPage />}
      {reports.isSuccess && state.isSuccess && <GenerateForm reports={reports.data} initial={state.data} />}
    </Stack>
  );
};

const RetryButton = ({ onClick }: { onClick: () => void }) => (
  <Button color="inherit" size="small" onClick={onClick}>
    Try again
  </Button>
);

export default ReportsPage;
