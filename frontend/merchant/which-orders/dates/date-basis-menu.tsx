import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import type { DateBasis } from "#domain/enumerations.ts";
import type { useMenuPosition } from "../../../shared/ui/use-menu-position.ts";
import { dateBasisOptions } from "./date-basis-options.ts";

type DateBasisMenuProps = {
  opener: HTMLElement;
  position: ReturnType<typeof useMenuPosition>["props"];
  chosen: DateBasis;
  onChoose: (basis: DateBasis) => void;
  onClose: () => void;
};

const DateBasisMenu = ({ opener, position, chosen, onChoose, onClose }: DateBasisMenuProps) => (
  <Menu
    open
    anchorEl={opener}
    onClose={onClose}
    {...position}
    slotProps={{ ...position.slotProps, list: { "aria-label": "Date that counts" } }}
  >
    {dateBasisOptions.map(({ basis, label, meaning }) => (
      <MenuItem
        key={basis}
        selected={basis === chosen}
        onClick={() => {
          onChoose(basis);
          onClose();
        }}
      >
        <ListItemText primary={label} secondary={meaning} />
      </MenuItem>
    ))}
  </Menu>
);

export default DateBasisMenu;
