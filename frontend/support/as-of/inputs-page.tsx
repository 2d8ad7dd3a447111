import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Title, useGetOne } from "react-admin";
import { Link, useParams } from "react-router-dom";
import type { FieldComparison } from "#domain/as-of/described-field.ts";
import { hasHidden } from "#domain/filters/hidden.ts";
import type { ConsoleFrozenInputs, ConsoleShop } from "#domain/wire/support/console.ts";
import { widths } from "../../shared/theme/tokens.ts";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";
import { HiddenNote } from "../activity/hidden-note.tsx";
import { readInputs } from "../calls.ts";
import { RequestedOrders } from "../resources/requested-orders.tsx";
import { FieldsTable } from "./fields-table.tsx";

const Part = ({ name, fields }: { name: string; fields: readonly FieldComparison[] | undefined }) =>
  fields === undefined || fields.length === 0 ? null : (
    <Box component="section" aria-label={name}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {name}
      </Typography>
      <FieldsTable fields={fields} label={name} />
    </Box>
  );

const describeVersions = ({ versions, flags }: ConsoleFrozenInputs): string | null => {
  if (versions === null) return null;
  const flagsSaid = flags.length === 0 ? "no flags" : `the flags ${flags.join(", ")}`;
  return `Of version ${versions.workspace} of the workspace and version ${versions.shop} of the shop, with ${flagsSaid}.`;
};

/** The exact design, filter and configuration of a run or export, beside their current state. */
export const InputsPage = ({ resource }: { resource: "runs" | "exports" }) => {
  const { id = "" } = useParams();
  const kind = resource === "runs" ? "run" : "export";
  const { data, error } = useQuery({
    queryKey: ["made-of", resource, id],
    queryFn: () => readInputs(resource, id),
    retry: false,
  });
  const tenant = data?.tenant ?? "";
  const { data: shop } = useGetOne<ConsoleShop>("shops", { id: tenant }, { enabled: tenant !== "" });
  const title = `How the ${kind}${shop === undefined ? "" : ` of ${shop.shop}`} was made`;
  usePageTitle(`${title} · Support`);
  return (
    <Box sx={{ maxWidth: widths.page, pt: 2, display: "grid", gap: 3, justifyItems: "stretch" }}>
      <Title title={title} />
      <Box>
        <Button
          component={Link}
          to={`/${resource}/${encodeURIComponent(id)}/show`}
          size="small"
          color="inherit"
          variant="outlined"
        >
          {resource === "runs" ? "Back to the run" : "Back to the export"}
        </Button>
      </Box>
      {error !== null && <Alert severity="error">{error.message}</Alert>}
      {error === null && data === undefined && <LinearProgress aria-label="Looking up how it was made" />}
      {data?.kept === false && <Alert severity="info">How it was made is no longer kept.</Alert>}
      {data?.kept && (
        <>
          <Typography>{describeVersions(data) ?? "As it was frozen when the export was asked for."}</Typography>
          {hasHidden(JSON.stringify(data)) && <HiddenNote shop={data.tenant} />}
          {data.asked && (
            <Box component="section" aria-label="Orders">
              <Typography variant="h2" sx={{ mb: 1 }}>
                Orders
              </Typography>
              <RequestedOrders selection={data.asked} orderIds={data.asked.orderIds} />
            </Box>
          )}
          <Part name="Automated report" fields={data.automation?.fields} />
          <Part name="Report design" fields={data.design?.fields} />
          <Part name="Filter" fields={data.filter?.fields} />
          <Part name="Configuration" fields={data.configuration} />
        </>
      )}
    </Box>
  );
};
