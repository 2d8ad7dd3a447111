import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Tooltip from "@mui/material/Tooltip";
import { useState } from "react";
import { Link as RouterLink } from "react-router-dom";
import { configurationPath, configurationSections } from "../../shared/navigation/configuration-sections.ts";
import { SettingsIcon } from "../../shared/ui/icons.tsx";

/** The gear with the sections of Configuration (S-1.2.3). */
export const ConfigurationMenu = () => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Tooltip title="Configuration">
        <IconButton
          id="configuration-button"
          aria-label="Configuration"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          aria-controls={anchor === null ? undefined : "configuration-menu"}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ "&[aria-expanded=true]": { bgcolor: "action.hover" } }}
        >
          <SettingsIcon />
        </IconButton>
      </Tooltip>
      <Menu
        id="configuration-menu"
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{ list: { "aria-labelledby": "configuration-button" } }}
      >
        {configurationSections.map((section) => (
          <MenuItem key={section.anchor} component={RouterLink} to={configurationPath(section)} onClick={close}>
            {section.name}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
