import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { z } from "zod";
import { FileType } from "#domain/enumerations.ts";
import { addsUpOrders } from "#domain/groupings/row-words.ts";
import type { GeneratePreviewPayload, Preview } from "#domain/wire/reports/report-data.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { isSkipped, messageOf } from "../../../shared/api/api-error.ts";
import { generatePreviewKey } from "../../resources/designs/keys.ts";
import { useServices } from "../../services.tsx";

/** What is known of the first rows of the file. */
export type PreviewState =
  /** `until` the merchant has done this. */
  | { state: "waiting"; until: string }
  | { state: "loading" }
  | { state: "failed"; message: string; retry: () => void }
  /** `addsUp`: a row is of several orders. `isOld`: of choices that have changed since; the present ones are being read. */
  | { state: "known"; preview: Preview; columns: readonly ReportColumn[]; addsUp: boolean; isOld: boolean };

/** A design with all its columns, as the last answer had them. */
export type SeenDesign = { id: string; columns: readonly ReportColumn[] };

/** Choices that follow each other faster are looked at once. */
const pauseMs = 250;

/** The value once it has rested; its first one at once. */
const useRested = <Value>(value: Value): Value => {
  const [rested, setRested] = useState(value);
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it says, not which object says it
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.stringify(rested) === text ? value : rested;
};

/** CSV and XML hold plain numbers. */
const hasFormats = (type: number): boolean => type === FileType.Excel || type === FileType.Html;

/**
 * The first rows of what Generate would make, read again whenever a choice changes; answers to older choices are dropped. `body` is
 * null without a design. `until` and `conditions`: as for the count of orders. The design that was seen last is known while rows are not.
 */
export const useGeneratePreview = (
  body: z.infer<typeof GeneratePreviewPayload> | null,
  until: string | null,
  conditions: string,
): { first: PreviewState; design: SeenDesign | null } => {
  const { api } = useServices();
  const wanted = useRested(body);
  const isAsked = body !== null && until === null && conditions !== "loading";
  const rows = useQuery({
    queryKey: [...generatePreviewKey, wanted, conditions],
    queryFn: async ({ signal }) => {
      if (wanted === null) throw new Error("There is no design to look at.");
      const [preview, design] = await Promise.all([
        api.generatePreview(wanted, signal),
        api.design(wanted.ReportId, signal),
      ]);
      const { columns, content } = design.data;
      return { preview, columns, addsUp: addsUpOrders(content.grouping), designId: wanted.ReportId };
    },
    // Not of choices that have changed since: they may be incomplete, as a range without its first day.
    enabled: isAsked && wanted !== null && wanted === body,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
  const design = rows.data ? { id: rows.data.designId, columns: rows.data.columns } : null;
  if (until !== null) return { first: { state: "waiting", until }, design };
  if (rows.isError && !rows.isFetching && !isSkipped(rows.error)) {
    return { first: { state: "failed", message: messageOf(rows.error), retry: () => void rows.refetch() }, design };
  }
  if (rows.data === undefined || !isAsked) return { first: { state: "loading" }, design };
  const { preview, columns, addsUp } = rows.data;
  const isOld = rows.isPlaceholderData || wanted !== body;
  const shown = hasFormats(body.FileType) ? columns : columns.map((column) => ({ ...column, NumberFormat: null }));
  return { first: { state: "known", preview, columns: shown, addsUp, isOld }, design };
};
