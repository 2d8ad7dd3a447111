import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { Link as RouterLink, useNavigate } from "react-router-dom";
import { filterEditorPath } from "../../../shared/navigation/paths.ts";
import { useMenuPosition } from "../../../shared/ui/use-menu-position.ts";
import { filterTexts } from "../../resources/filters/texts.ts";
import { useCreateFilter } from "../../resources/filters/use-create-filter.ts";
import type { FilterList } from "../../resources/filters/use-filter-list.ts";
import { OptionText } from "../../resources/option-text.tsx";
import { backTo, useWhichPage } from "../which-page.ts";
import { type ChosenFilter, offeredFilters } from "./chosen-filter.ts";

const none = "none";

type FilterFieldProps = {
  list: FilterList;
  id: string | null;
  chosen: ChosenFilter;
  onChoose: (id: string | null) => void;
};

/** Links to the editor. A deleted filter stays chosen until the merchant chooses another. */
export const FilterField = ({ list, id, chosen, onChoose }: FilterFieldProps) => {
  const page = useWhichPage();
  const { system, own } = offeredFilters(list.data ?? [], page.view);
  const navigate = useNavigate();
  const { create, isFull } = useCreateFilter(list.data, (created) => {
    onChoose(created);
    void navigate(filterEditorPath(created), backTo(page));
  });
  const isOffered = id === null || [...system, ...own].some((filter) => filter.id === id);
  const place = useMenuPosition("center");
  const isGone = chosen.state === "gone";
  /** Only the title: the filter's summary is shown below. */
  const ownTitle = own.find((filter) => filter.id === id)?.title;
  return (
    <Box>
      <TextField
        select
        fullWidth
        label="Filter"
        error={isGone}
        value={id ?? none}
        onChange={(event) => onChoose(event.target.value === none ? null : event.target.value)}
        slotProps={{
          select: {
            ...(ownTitle !== undefined && { renderValue: () => ownTitle }),
            ...place.select,
          },
        }}
      >
        <MenuItem value={none}>No filter</MenuItem>
        {system.map((filter) => (
          <MenuItem key={filter.id} value={filter.id}>
            <Box component="span" sx={{ display: "flex", flex: 1, columnGap: 2, minWidth: 0 }}>
              <Box component="span" sx={{ flex: 1 }}>
                {filter.title}
              </Box>
              <Box component="span" sx={{ color: "text.secondary", fontWeight: 400 }}>
                of this page
              </Box>
            </Box>
          </MenuItem>
        ))}
        {own.map((filter) => (
          <MenuItem key={filter.id} value={filter.id}>
            <OptionText title={filter.title} summary={filter.about?.summary} />
          </MenuItem>
        ))}
        {!isOffered && (
          <MenuItem value={id} disabled={isGone}>
            {isGone ? "Deleted filter" : chosen.state === "known" ? chosen.filter.fields.title : "Your filter"}
          </MenuItem>
        )}
      </TextField>
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 2.5, rowGap: 0.5, mt: 0.75 }}>
        {id !== null && !isGone && (
          <Link component={RouterLink} to={filterEditorPath(id)} {...backTo(page)} variant="body2">
            Edit this filter
          </Link>
        )}
        {isFull ? (
          <Typography variant="body2" color="textSecondary">
            {filterTexts.full}
          </Typography>
        ) : (
          <Link
            component="button"
            type="button"
            variant="body2"
            onClick={() => create.mutate(undefined)}
            disabled={create.isPending}
          >
            {create.isPending ? "Creating the filter" : "Create a filter"}
          </Link>
        )}
      </Box>
    </Box>
  );
};
