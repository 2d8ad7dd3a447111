import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import type { DateBasis } from "#domain/enumerations.ts";
import { dateBasisOptions } from "./date-basis-options.ts";

type DateBasisMenuProps = {
  opener: HTMLElement;
  chosen: DateBasis;
  onChoose: (basis: DateBasis) => void;
  onClose: () => void;
};

const DateBasisMenu = ({ opener, chosen, onChoose, onClose }: DateBasisMenuProps) => (
  <Menu open anchorEl={opener} onClose={onClose} slotProps={{ list: { "aria-label": "Date that counts" } }}>
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
