import type { Theme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { ReactElement, ReactNode } from "react";
import {
  DataTable,
  DateField,
  ExportButton,
  FilterButton,
  List,
  type RaRecord,
  ReferenceField,
  SimpleList,
  TextField,
  TopToolbar,
} from "react-admin";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";
import { useOpeningView } from "../views/use-views.ts";
import { ViewsButton } from "../views/views-button.tsx";
import { exportCsv } from "./export-csv.ts";

type ConsoleListProps = {
  title: string;
  filters: ReactElement[];
  sort: { field: string; order: "ASC" | "DESC" };
  /** What a row says on a telephone. */
  primary: (row: RaRecord) => ReactNode;
  secondary: (row: RaRecord) => ReactNode;
  /** A list at an address of its own: whose rows it has, what it is always narrowed to, and under which name its filters are kept. */
  of?: { resource: string; filter: Readonly<Record<string, string>>; storeKey: string };
  /** Stands above the rows. */
  note?: ReactNode;
  /** Stands in place of rows where there are none. */
  none?: ReactElement;
  /** Columns of the table. */
  children: ReactNode;
};

const Actions = () => (
  <TopToolbar>
    <ViewsButton />
    <FilterButton disableSaveQuery />
    <ExportButton label="Download CSV" />
  </TopToolbar>
);

/**
 * A list of the console, which opens as its address says, else with the view that its reader chose for that. A table, and on a telephone two lines for each row. What is filtered,
 * sorted and paged the server does.
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
  children,
}: ConsoleListProps) => {
  usePageTitle(`${title} · Support`);
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down("md"));
  const opening = useOpeningView();
  if (opening === undefined) return null;
  return (
    <List
      filterDefaultValues={opening?.filter ?? {}}
      storeKey={false}
      {...of}
      title={title}
      filters={filters}
      sort={opening?.sort ?? sort}
      perPage={25}
      exporter={exportCsv}
      actions={<Actions />}
      empty={false}
    >
      {note}
      {isSmall ? (
        <SimpleList primaryText={primary} secondaryText={secondary} rowClick="show" empty={none} />
      ) : (
        <DataTable bulkActionButtons={false} rowClick="show" hiddenColumns={[]} empty={none}>
          {children}
        </DataTable>
      )}
    </List>
  );
};

/** The shop of a row, or of a page with its name, which leads to it. */
export const ShopOf = ({ label }: { label?: string }) => (
  <ReferenceField source="tenant" reference="shops" link="show" emptyText="None" label={label}>
    <TextField source="shop" />
  </ReferenceField>
);

/** An instant in the reader's own zone. `label`: its name on the page of one thing. */
export const At = ({ source, none = "Not yet" }: { source: string; label?: string; none?: string }) => (
  <DateField source={source} showTime emptyText={none} />
);

/** The same as text, for a row of two lines. */
export const at = (instant: unknown): string => (typeof instant === "string" ? new Date(instant).toLocaleString() : "");
