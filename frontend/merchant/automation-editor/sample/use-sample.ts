import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ExportStatus } from "#domain/enumerations.ts";
import { getErrorMessage, isSkipped } from "../../../shared/api/api-error.ts";
import { getExportStatus, isRunning } from "../../resources/exports/export-list.ts";
import { useServices } from "../../services.tsx";

/** Polling interval (S-1.9), ms. */
const pollEvery = 1_000;

const canceledText = "The sample was canceled in Report exports.";

/** Follows a sample: its export, then its mail, then how that mail fares. */
export const useSample = (exportId: string) => {
  const { api } = useServices();
  const client = useQueryClient();
  const mailKey = ["sample", exportId, "mail"];
  const made = useQuery({
    queryKey: ["sample", exportId, "export"],
    queryFn: async ({ signal }) => (await api.pollExportList([exportId], signal))[0] ?? null,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => (data && !isRunning(data) ? false : pollEvery),
  });
  const job = made.data && !isRunning(made.data) ? made.data : null;
  const isMade = job !== null && getExportStatus(job) === ExportStatus.Finished;
  const send = useMutation({
    mutationFn: () => api.sendSample(exportId),
    onSuccess: () => client.invalidateQueries({ queryKey: mailKey }),
  });
  const mail = useQuery({
    queryKey: mailKey,
    queryFn: ({ signal }) => api.sample(exportId, signal),
    enabled: isMade,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) =>
      send.isSuccess && (data?.Outcome === null || data?.Outcome === "waiting") ? pollEvery : false,
  });
  const errorIn = (error: unknown): string | null => (error && !isSkipped(error) ? getErrorMessage(error) : null);
  const failure = job === null || isMade ? errorIn(mail.error) : (job.FailedReason ?? canceledText);
  return { mail: mail.data, failure, notRequested: errorIn(send.error), send };
};
