import Box from "@mui/material/Box";
import type { Theme } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { ReactElement, ReactNode } from "react";
import {
  DataTable,
  ExportButton,
  FilterButton,
  FunctionField,
  List,
  type RaRecord,
  ReferenceField,
  SimpleList,
  TextField,
  TopToolbar,
  useListContext,
  useRecordContext,
  useResourceContext,
  useSavedQueries,
} from "react-admin";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";
import { type Column, shopColumn } from "./columns.ts";
import { EmptyList } from "./empty-list.tsx";
import { csvExporter } from "./export-csv.ts";
import { formatInstantIn, formatInstantUtc, ownZone } from "./instants.ts";

type ConsoleListProps = {
  title: string;
  filters: ReactElement[];
  sort: { field: string; order: "ASC" | "DESC" };
  /** First line of a row on a phone. */
  primary: (row: RaRecord) => ReactNode;
  secondary: (row: RaRecord) => ReactNode;
  /** For a list at another address than its resource's: `filter` is fixed; `storeKey` keeps the user's filters. */
  of?: { resource: string; filter: Readonly<Record<string, string>>; storeKey: string };
  /** Shown above the rows. */
  note?: ReactNode;
  /** Shown if there are no rows; default: that nothing is there. */
  none?: ReactElement;
  /** Says, in a list of troubles, that there are none. */
  allWell?: string;
  columns: readonly Column[];
};

const Actions = () => {
  const { total } = useListContext();
  return (
    <TopToolbar>
      <FilterButton />
      {/* On a phone, a disabled button has no name. */}
      {total !== 0 && <ExportButton label="Download CSV" />}
    </TopToolbar>
  );
};

/**
 * A list of the console: a table, or on a phone two lines per row. Opens as its address says, else with the saved view
 * named "Default". The server filters, sorts and pages.
 */
export const ConsoleList = ({
  title,
  filters,
  sort,
  primary,
  secondary,
  of,
  note,
  none,
  allWell,
  columns,
}: ConsoleListProps) => {
  usePageTitle(`${title} · Support`);
  const emptyList =
    none ??
    (allWell === undefined ? <EmptyList text="Nothing is listed here yet." /> : <EmptyList text={allWell} isWell />);
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down("md"));
  const here = useResourceContext();
  const [views] = useSavedQueries(of?.resource ?? here ?? "");
  const opening = views.findLast(({ label }) => label.trim().toLowerCase() === "default")?.value;
  return (
    <List
      filterDefaultValues={opening?.filter ?? {}}
      storeKey={false}
      {...of}
      title={title}
      filters={filters}
      sort={opening?.sort ?? sort}
      perPage={25}
      exporter={csvExporter(title, columns)}
      actions={<Actions />}
      empty={false}
    >
      {note}
      {isSmall ? (
        <SimpleList
          primaryText={primary}
          secondaryText={(row) => (
            <>
              {secondary(row)}
              {columns.includes(shopColumn) && <ShopName />}
            </>
          )}
          rowClick="show"
          empty={emptyList}
        />
      ) : (
        <DataTable bulkActionButtons={false} rowClick="show" hiddenColumns={[]} empty={emptyList}>
          {columns.filter(({ as }) => as !== "id").map(tableColumn)}
        </DataTable>
      )}
    </List>
  );
};

/** The shop of a row or page, as a link. */
export const ShopField = ({ label }: { label?: string }) => (
  <ReferenceField source="tenant" reference="shops" link="show" emptyText="None" label={label}>
    <TextField source="shop" />
  </ReferenceField>
);

/** A row's shop, on a separate line. It isn't a link, as the row is one. */
const ShopName = () => (
  <Box component="span" sx={{ display: "block" }}>
    <ReferenceField source="tenant" reference="shops" link={false} emptyText="">
      <TextField source="shop" />
    </ReferenceField>
  </Box>
);

/** An instant in UTC; hover shows the reader's own time. `label`: its name on an object's page. */
export const At = ({ source, none = "Not yet" }: { source: string; label?: string; none?: string }) => {
  const instant = useRecordContext()?.[source] as unknown;
  if (typeof instant !== "string") return <Typography variant="body2">{none}</Typography>;
  return (
    <Typography
      variant="body2"
      component="time"
      dateTime={instant}
      title={formatInstantIn(instant, ownZone())}
      sx={{ display: "block", whiteSpace: "nowrap" }}
    >
      {formatInstantUtc(instant)}
    </Typography>
  );
};

/** Formats an instant in UTC; empty for other values. */
export const formatInstantText = (instant: unknown): string =>
  typeof instant === "string" ? formatInstantUtc(instant) : "";

const fieldOf = ({ source, as, of, none, text, shown }: Column): ReactNode => {
  if (shown !== undefined) return shown;
  if (as === "instant") return <At source={source} {...(none === undefined ? {} : { none })} />;
  if (of !== undefined)
    return (
      <ReferenceField source={source} reference={of.resource} link="show" emptyText={none ?? "None"}>
        <TextField source={of.name} />
      </ReferenceField>
    );
  return text === undefined ? <TextField source={source} emptyText={none ?? ""} /> : <FunctionField render={text} />;
};

const tableColumn = (column: Column): ReactElement => {
  const { source, label, sorts = false, as } = column;
  const named = { source, label, disableSort: !sorts };
  const key = `${source} ${label}`;
  return as === "number" ? (
    <DataTable.NumberCol key={key} {...named} />
  ) : (
    <DataTable.Col key={key} {...named}>
      {fieldOf(column)}
    </DataTable.Col>
  );
};
