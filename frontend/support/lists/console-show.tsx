import type { ReactNode } from "react";
import { Show, SimpleShowLayout } from "react-admin";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";

/** Fields stand beside one another where there is room; what is more than a line, or can be pressed, has a row of its own. */
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
  // What has no label, or nothing to show of this thing, takes no room for it.
  "& .RaLabeled-label:has(> span:empty)": { display: "none" },
  "& .RaSimpleShowLayout-stack > :has(> .RaLabeled-label > span:empty):not(:has(> :not(.RaLabeled-label, :empty)))": {
    display: "none",
  },
  "& .RaSimpleShowLayout-stack table": { overflowWrap: "normal" },
  "& .RaSimpleShowLayout-stack > :has(button, table, pre, form, .MuiButton-root, .MuiAlert-root)": {
    gridColumn: "1 / -1",
  },
};

/** One thing of the console with its fields. It cannot be edited. */
export const ConsoleShow = ({ title, children }: { title: string; children: ReactNode }) => {
  usePageTitle(`${title} · Support`);
  return (
    <Show title={title} actions={false}>
      <SimpleShowLayout sx={beside} spacing={0}>
        {children}
      </SimpleShowLayout>
    </Show>
  );
};
