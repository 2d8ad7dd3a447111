import Box from "@mui/material/Box";
import { combineSaveStates } from "../../shared/saving/combine-save-states.ts";
import { holdAfterLoading } from "../../shared/ui/hold-after-loading.ts";
import { PageHeading } from "../../shared/ui/page-heading.tsx";
import { BarSaving } from "../bottom-bar/bar-saving.tsx";
import { designs, filters } from "./kinds.ts";
import { ManagerList } from "./manager-list.tsx";
import { useList } from "./use-list.ts";

/** Manager (S-1.2.13): designs and filters, in two lists. */
const ManagerPage = () => {
  const designList = useList(designs);
  const filterList = useList(filters);
  const saving = combineSaveStates([designList.saving, filterList.saving]);
  return (
    <>
      <PageHeading title="Manager" lead="What your reports show, and which orders they include." />
      <Box
        sx={(theme) => ({
          display: "grid",
          gap: 3,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" },
          alignItems: "start",
          // In one column the second list stands below the first.
          [theme.breakpoints.down("md")]: holdAfterLoading,
        })}
      >
        <ManagerList kind={designs} list={designList} />
        <ManagerList kind={filters} list={filterList} />
      </Box>
      <BarSaving saving={saving} />
    </>
  );
};

export default ManagerPage;
