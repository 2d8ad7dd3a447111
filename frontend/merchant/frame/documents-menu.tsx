import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { Link as RouterLink } from "react-router-dom";
import { ChevronDownIcon, DocumentIcon, MailIcon } from "../../shared/ui/icons.tsx";
import { useAppConfig } from "../use-app-config.ts";
import { documentPages } from "./page-links.ts";

/** The legal documents; on a phone also links without room beside the menu. */
export const DocumentsMenu = () => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { Links } = useAppConfig();
  const close = () => setAnchor(null);
  const contact = Links.SupportEmail ? `mailto:${Links.SupportEmail}` : Links.Chat;
  return (
    <>
      <Button
        id="legal-documents-button"
        color="inherit"
        onClick={(event) => setAnchor(event.currentTarget)}
        endIcon={<ChevronDownIcon />}
        aria-label="Legal Documents"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : "legal-documents"}
        sx={{ color: "text.secondary", px: 1.25 }}
      >
        <Box component="span" sx={{ display: { xs: "none", sm: "inline" } }}>
          Legal Documents
        </Box>
        <Box component="span" sx={{ display: { sm: "none" } }}>
          Legal
        </Box>
      </Button>
      <Menu
        id="legal-documents"
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        slotProps={{ list: { "aria-labelledby": "legal-documents-button" } }}
      >
        {documentPages.map(({ path, name }) => (
          <MenuItem key={path} component={RouterLink} to={path} onClick={close}>
            <ListItemIcon>
              <DocumentIcon fontSize="small" />
            </ListItemIcon>
            {name}
          </MenuItem>
        ))}
        {contact && <Divider component="li" role="none" sx={{ display: { sm: "none" } }} />}
        {contact && (
          <MenuItem component="a" href={contact} onClick={close} sx={{ display: { sm: "none" } }}>
            <ListItemIcon>
              <MailIcon fontSize="small" />
            </ListItemIcon>
            Contact Us
          </MenuItem>
        )}
      </Menu>
    </>
  );
};
