import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useParams } from "react-router-dom";
import { OrderFilterView } from "#domain/enumerations.ts";
import type { LivePage } from "#domain/wire/live.ts";
import type { ListedDesign } from "#domain/wire/reports/reports.ts";
import { getErrorMessage, isSkipped } from "../../shared/api/api-error.ts";
import { livePath } from "../../shared/navigation/paths.ts";
import { isGone } from "../../shared/saving/refusals.ts";
import { PageHeading } from "../../shared/ui/page-heading.tsx";
import { RetryAlert } from "../../shared/ui/retry-alert.tsx";
import { useFailureToast } from "../../shared/ui/use-failure-toast.ts";
import { designTexts } from "../resources/designs/texts.ts";
import { useDesignList } from "../resources/designs/use-design-list.ts";
import { filterTexts } from "../resources/filters/texts.ts";
import { useFilterList } from "../resources/filters/use-filter-list.ts";
import { livePageKey } from "../resources/live/keys.ts";
import { useServices } from "../services.tsx";
import { type WhichPage, WhichPageContext } from "../which-orders/which-page.ts";
import { isJustChosen } from "./configuration/live-configuration.tsx";
import { LiveReport } from "./live-report.tsx";
import { LiveSkeleton } from "./live-skeleton.tsx";
import { DesignGone, WithoutDesign } from "./without-design.tsx";

/** The live report of a design (S-2.2.3). Without a design in the address, that of the one viewed last. */
const LiveReportPage = () => {
  const { api } = useServices();
  const { id: named = null } = useParams();
  const { state: location } = useLocation();
  const [open, setOpen] = useState<boolean | null>(null);
  const designs = useDesignList();
  const filterList = useFilterList();
  const state = useQuery({ queryKey: livePageKey(named), queryFn: ({ signal }) => api.livePage(named, signal) });
  // Another tab may have changed the choices, so a cached state isn't enough.
  const isLoading = !state.isFetchedAfterMount && !state.isError;
  useFailureToast(designs, designTexts.cannotFetch);
  useFailureToast(filterList, filterTexts.cannotFetch);
  const retry = () => {
    if (designs.isError) void designs.refetch();
    if (state.isError) void state.refetch();
  };
  const isNamedGone =
    isGone(state.error) || (named !== null && designs.data?.every(({ id }) => id !== named) === true && !isLoading);
  const failure = state.error ?? (designs.data === undefined ? designs.error : null);
  const found = designs.data?.find(({ id }) => id === (named ?? state.data?.ReportId)) ?? designs.data?.[0];
  /** The shown report. It stays, with its design field, until the choices of the next report are loaded. */
  const shownReport = useRef<{ design: ListedDesign; read: LivePage } | null>(null);
  if (!isLoading && state.data !== undefined && found !== undefined)
    shownReport.current = { design: found, read: state.data };
  /** The design that was just chosen in the field. */
  const chosen = useRef<string | null>(null);
  useEffect(() => {
    if (!isLoading) chosen.current = null;
  }, [isLoading]);
  const content = () => {
    if (designs.data?.length === 0) return <WithoutDesign />;
    if (isNamedGone) return <DesignGone />;
    if (failure !== null)
      return isSkipped(failure) ? null : <RetryAlert onRetry={retry}>{getErrorMessage(failure)}</RetryAlert>;
    const isThere = !isLoading && state.data !== undefined;
    if (designs.data === undefined || shownReport.current === null || !(isThere || chosen.current !== null))
      return <LiveSkeleton />;
    const { design, read } = shownReport.current;
    return (
      <OfDesign
        key={design.id}
        designs={designs.data}
        design={design}
        read={read}
        isChosen={isThere && isJustChosen(location)}
        takesFocus={chosen.current === design.id}
        onChooseDesign={(id) => {
          chosen.current = id;
        }}
        filterList={filterList}
        open={open}
        onOpen={setOpen}
      />
    );
  };
  return (
    <>
      <PageHeading title="Live report" />
      {content()}
    </>
  );
};

const OfDesign = (props: ComponentProps<typeof LiveReport>) => {
  const { id } = props.design;
  const page = useMemo<WhichPage>(
    () => ({ view: OrderFilterView.Live, path: livePath(id), of: { location: "live", reportId: id } }),
    [id],
  );
  return (
    <WhichPageContext value={page}>
      <LiveReport {...props} />
    </WhichPageContext>
  );
};

export default LiveReportPage;
