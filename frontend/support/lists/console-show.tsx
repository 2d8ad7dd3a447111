import type { ReactNode } from "react";
import { type RaRecord, Show, SimpleShowLayout, useRecordContext } from "react-admin";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";

/** Fields are side by side if there is room; long or clickable ones have their own row. */
const beside = {
  p: { xs: 2, sm: 3 },
  "& .RaSimpleShowLayout-stack": {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 20rem), 1fr))",
    columnGap: 4,
    rowGap: 1.5,
    alignItems: "start",
    overflowWrap: "anywhere",
  },
  "& .RaSimpleShowLayout-stack > *": { minWidth: 0 },
  // Fields without a label or content take no room.
  "& .RaLabeled-label:has(> span:empty)": { display: "none" },
  "& .RaSimpleShowLayout-stack > :has(> .RaLabeled-label > span:empty):not(:has(> :not(.RaLabeled-label, :empty)))": {
    display: "none",
  },
  "& .RaSimpleShowLayout-stack table": { overflowWrap: "normal" },
  "& .RaSimpleShowLayout-stack > :has(button, table, pre, form, .MuiButton-root, .MuiAlert-root)": {
    gridColumn: "1 / -1",
  },
};

type ShowProps = {
  /** The object's kind. */
  title: string;
  name: (record: RaRecord) => string | null | undefined;
  children: ReactNode;
};

/** The title of the page and of its tab, which starts with the object's name, as tabs are narrow. */
const ItemTitle = ({ title, name }: Omit<ShowProps, "children">) => {
  const record = useRecordContext();
  const called = record === undefined ? null : name(record);
  usePageTitle(called ? `${called} · ${title} · Support` : `${title} · Support`);
  return <span>{called ? `${title} ${called}` : title}</span>;
};

/** An object of the console, read-only. */
export const ConsoleShow = ({ title, name, children }: ShowProps) => (
  <Show title={<ItemTitle title={title} name={name} />} actions={false}>
    <SimpleShowLayout sx={beside} spacing={0}>
      {children}
    </SimpleShowLayout>
  </Show>
);
