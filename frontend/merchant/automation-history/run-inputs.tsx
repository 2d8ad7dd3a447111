import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { Link as RouterLink } from "react-router-dom";
import type { SortedBy } from "#domain/designs/design.ts";
import type { Grouping, WorksheetSplitter } from "#domain/enumerations.ts";
import type { AutomationHistoryItem, RunDetails } from "#domain/wire/automations/automation-history.ts";
import { describeDirection, describeGrouping, describeSplitter } from "#domain/workspace/designs/design-text.ts";
import { getErrorMessage, isSkipped } from "../../shared/api/api-error.ts";
import { filterEditorPath, reportDesignerPath } from "../../shared/navigation/paths.ts";
import { formatInstant } from "../../shared/time/shop-time.ts";
import { RetryAlert } from "../../shared/ui/retry-alert.tsx";
import { DockedPanel } from "../docked-panel/docked-panel.tsx";
import { ForSupport } from "../report-exports/for-support.tsx";
import { HashFact } from "../report-exports/hash-fact.tsx";
import { runDetailsKey } from "../resources/automations/keys.ts";
import { MissingOrder } from "../resources/missing-order/missing-order.tsx";
import { useServices } from "../services.tsx";
import { Fact, Facts } from "./facts.tsx";

export type RunInputsProps = {
  run: AutomationHistoryItem;
  /** Null if the automated report was deleted. */
  automationId: string | null;
  zone: string;
  onClose: () => void;
};

/** A run's inputs as claimed, and its events. */
const RunInputs = ({ run, automationId, zone, onClose }: RunInputsProps) => {
  const { api } = useServices();
  const details = useQuery({
    // Further events come until the run has an outcome.
    queryKey: [...runDetailsKey(run.RunId), run.Outcome, run.Tries.length],
    queryFn: ({ signal }) => api.runDetails(run.RunId, signal),
  });
  return (
    <DockedPanel title="How it was made" onClose={onClose}>
      <Box aria-busy={details.isPending} sx={{ px: 2.5, py: 2, display: "grid", gap: 3 }}>
        <Typography sx={{ overflowWrap: "anywhere" }}>
          “{run.ReportTitle}” of {formatInstant(run.Slot, zone)}
        </Typography>
        {automationId !== null && (
          <MissingOrder
            of={{ id: automationId, RunId: run.RunId }}
            hint="Checks this report's period, by the filter and the order as they are now."
          />
        )}
        {details.isPending && (
          <Box role="status" aria-label="Loading how it was made">
            <Skeleton width="60%" />
            <Skeleton width="80%" />
            <Skeleton width="40%" />
          </Box>
        )}
        {details.isError && !isSkipped(details.error) && (
          <RetryAlert onRetry={() => void details.refetch()}>{getErrorMessage(details.error)}</RetryAlert>
        )}
        {details.data && <Details of={details.data} title={run.ReportTitle} zone={zone} />}
      </Box>
    </DockedPanel>
  );
};

const Details = ({ of: details, title, zone }: { of: RunDetails; title: string; zone: string }) => (
  <>
    {!details.Kept && (
      <Typography variant="body2" color="textSecondary">
        We no longer have the details of how this report was made, but what happened is still listed.
      </Typography>
    )}
    {details.Design && <Design of={details.Design} />}
    {details.Filter && <Filter of={details.Filter} />}
    {details.Preferences && (
      <Part title="Preferences">
        <Facts>
          {details.Preferences.map(({ Name, Value }) => (
            <Fact key={Name} name={Name}>
              {Value}
            </Fact>
          ))}
        </Facts>
      </Part>
    )}
    <Part title="What happened">
      <Box component="ol" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1.25 }}>
        {details.Events.map(({ At, By, Sentence }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added after the last
          <Box component="li" key={index}>
            <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
              {Sentence}
            </Typography>
            <Typography variant="caption" color="textSecondary" component="p">
              {formatInstant(At, zone)} · {By}
            </Typography>
          </Box>
        ))}
      </Box>
    </Part>
    <ForSupport title={title}>
      <Facts>
        <Fact name="Claimed">{formatInstant(details.Claim.At, zone)}</Fact>
        <Fact name="Versions">
          Workspace {details.Claim.WorkspaceVersion}, shop {details.Claim.ShopVersion}, columns{" "}
          {details.Claim.CatalogueVersion}
        </Fact>
        {details.Claim.Flags.length > 0 && <Fact name="Features">{details.Claim.Flags.join(", ")}</Fact>}
        <Fact name="Inputs">
          <HashFact
            name="Hash of the inputs"
            value={details.Claim.InputHash}
            meaning="The same for the same design, filter, preferences and days."
          />
        </Fact>
        {details.File && (
          <>
            <Fact name="Content">
              <HashFact
                name="Hash of the content"
                value={details.File.ContentHash}
                meaning="The same for the same cells."
              />
            </Fact>
            <Fact name="File">
              <HashFact
                name="Hash of the file"
                value={details.File.FileHash}
                meaning="The same for the same bytes (SHA-256)."
              />
            </Fact>
          </>
        )}
      </Facts>
    </ForSupport>
  </>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Typography variant="h3" id={id} sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </section>
  );
};

const since = {
  same: "It is the same today.",
  changed: "It has changed since. The link opens today's version. Below is how it was for this report.",
  deleted: "It has been deleted since.",
} as const;

/** An item's title, linked while the item exists, and its changes since then. */
const Named = ({ title, to, of }: { title: string; to: string; of: keyof typeof since }) => (
  <Typography variant="body2" sx={{ overflowWrap: "anywhere", mb: 0.5 }}>
    {of === "deleted" ? (
      <strong>{title}</strong>
    ) : (
      <Link component={RouterLink} to={to}>
        {title}
      </Link>
    )}
    . {since[of]}
  </Typography>
);

/** `Total (Z to A, number format “0.00”)`. */
const columnText = ({
  Key,
  Title,
  Sorting,
  Content,
  Format,
}: NonNullable<RunDetails["Design"]>["Columns"][number]): string => {
  const direction = Sorting !== 0 && describeDirection({ column: Key, sorting: Sorting as SortedBy["sorting"] });
  const more = [direction, Content, Format && `number format ${Format}`].filter(Boolean);
  return more.length === 0 ? Title : `${Title} (${more.join(", ")})`;
};

const Design = ({ of: design }: { of: NonNullable<RunDetails["Design"]> }) => (
  <Part title="Report design">
    <Named title={design.Title} to={reportDesignerPath(design.Id)} of={design.Since} />
    <Facts>
      <Fact name="Rows">{describeGrouping(design.Grouping as Grouping)}</Fact>
      <Fact name="Worksheets">{describeSplitter(design.Splitter as WorksheetSplitter)}</Fact>
      <Fact name="Order">{design.Order}</Fact>
      <Fact name="Columns">{design.Columns.map(columnText).join(", ")}</Fact>
    </Facts>
  </Part>
);

const Filter = ({ of: filter }: { of: NonNullable<RunDetails["Filter"]> }) => (
  <Part title="Filter">
    <Named title={filter.Title} to={filterEditorPath(filter.Id)} of={filter.Since} />
    {filter.Conditions.length === 0 ? (
      <Typography variant="body2" color="textSecondary">
        It kept every order.
      </Typography>
    ) : (
      <Box component="ul" sx={{ m: 0, pl: 2.5, fontSize: "0.8125rem" }}>
        {filter.Conditions.map((condition) => (
          <li key={condition}>{condition}</li>
        ))}
      </Box>
    )}
  </Part>
);

export default RunInputs;
