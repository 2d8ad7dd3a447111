import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { getErrorMessage, isSkipped } from "../../shared/api/api-error.ts";
import { widths } from "../../shared/theme/tokens.ts";
import { PageHeading } from "../../shared/ui/page-heading.tsx";
import { RetryAlert } from "../../shared/ui/retry-alert.tsx";
import { configurationKey } from "../resources/configuration/keys.ts";
import { useServices } from "../services.tsx";
import { ConfigurationEditor } from "./configuration-editor.tsx";
import { Sections } from "./section.tsx";
import { SectionList } from "./section-list.tsx";

/** Reads the configuration (S-2.2.7), again on window focus. */
const ConfigurationPage = () => {
  const { api } = useServices();
  const configuration = useQuery({
    queryKey: configurationKey,
    queryFn: ({ signal }) => api.configuration(signal),
  });
  const { refetch } = configuration;
  const readAgain = useCallback(() => void refetch(), [refetch]);
  // Cached data may be out of date.
  const isReady = configuration.isFetchedAfterMount || !configuration.isFetching;
  return (
    <>
      <PageHeading title="Configuration" lead="Settings for all your reports. Changes are saved as you make them." />
      <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr", md: "200px minmax(0, 1fr)" }, gap: 4 }}>
        <SectionList />
        <Box sx={{ maxWidth: widths.text, minWidth: 0 }}>
          {configuration.data !== undefined && isReady ? (
            <ConfigurationEditor read={configuration.data} readAgain={readAgain} />
          ) : configuration.isError && !isSkipped(configuration.error) ? (
            <RetryAlert onRetry={readAgain}>{getErrorMessage(configuration.error)}</RetryAlert>
          ) : (
            <Box role="status" aria-busy="true" aria-label="Loading the configuration">
              <Sections
                contents={{
                  User: <Waiting />,
                  Automation: <Waiting fields={1} />,
                  ReportDisplay: <Waiting />,
                  ReportFiles: <Waiting />,
                  CustomerData: <Waiting fields={1} />,
                  SupportActs: <Waiting fields={1} />,
                  SupportAccess: <Waiting fields={1} />,
                }}
              />
            </Box>
          )}
        </Box>
      </Box>
    </>
  );
};

const lines = [60, 56, 64];

const Waiting = ({ fields = 4 }: { fields?: 1 | 4 }) => (
  <Stack spacing={3} sx={{ minHeight: fields === 1 ? 92 : 240 }}>
    <Skeleton variant="rounded" height={40} sx={{ maxWidth: 320 }} />
    {fields === 4 && lines.map((width) => <Skeleton key={width} variant="text" width={`${width}%`} height={24} />)}
  </Stack>
);

export default ConfigurationPage;
